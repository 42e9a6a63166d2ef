import { policySchema, type CheckpointHistory } from './policy';
import { resolvePolicy } from './resolve';

const windowOnly = {
  preset: 'window-only',
  rules: 1,
  encoding: 'o200k_base',
  history: null,
  toolResults: null,
  window: { maxMessages: 200, maxTokens: null, reservedOutput: null, cutStep: 0.25 },
  plugins: [{ name: 'default', options: {} }],
};

const agentkitHistory = {
  kind: 'checkpoints',
  unit: 'messages',
  triggerAt: 100,
  keepRecent: 10,
  retriggerAt: 20,
  summary: 'llm',
  mode: 'layered',
  summaryRole: 'user',
  summarizer: null,
};

const hpdHistory = {
  kind: 'checkpoints',
  unit: 'messages',
  triggerAt: 26,
  keepRecent: 20,
  retriggerAt: 26,
  summary: 'llm',
  mode: 'single',
  summaryRole: 'assistant',
  summarizer: null,
};

function history(document: unknown): CheckpointHistory {
  const resolved = resolvePolicy(document).history;
  if (resolved === null) throw new Error('the history is off');
  return resolved;
}

describe('a document without a preset', () => {
  it('is window-only with every default, and so is the preset of that name', () => {
    expect(resolvePolicy({})).toEqual(windowOnly);
    expect(resolvePolicy({ preset: 'window-only' })).toEqual(windowOnly);
  });

  it('takes the numbers of AgentKit for a history that is written without numbers', () => {
    expect(resolvePolicy({ history: { kind: 'checkpoints' } })).toEqual({
      ...windowOnly,
      history: agentkitHistory,
    });
  });

  it('keeps what is written of window and encoding and fills the rest', () => {
    const policy = resolvePolicy({
      encoding: 'cl100k_base',
      window: { maxTokens: 8000, reservedOutput: 512, cutStep: 0 },
    });
    expect(policy.encoding).toBe('cl100k_base');
    expect(policy.window).toEqual({ maxMessages: 200, maxTokens: 8000, reservedOutput: 512, cutStep: 0 });
  });

  it('reads null as off, and as the default where a part cannot be off', () => {
    expect(resolvePolicy({ history: null, toolResults: null, window: null, plugins: null })).toEqual(
      windowOnly,
    );
  });
});

describe('the preset agentkit', () => {
  it('switches summarisation on with 100, 10 and 20, and leaves tool results alone', () => {
    expect(resolvePolicy({ preset: 'agentkit' })).toEqual({
      ...windowOnly,
      preset: 'agentkit',
      history: agentkitHistory,
    });
  });

  it('takes the names of its source', () => {
    const summarization = { enabled: true, triggerAt: 60, keepRecent: 12, retriggerAt: 30, mode: 'single' };
    expect(history({ preset: 'agentkit', summarization })).toEqual({
      ...agentkitHistory,
      triggerAt: 60,
      keepRecent: 12,
      retriggerAt: 30,
      mode: 'single',
    });
  });

  it.each([
    [{ triggerAt: 50, keepRecent: 30 }, 50],
    [{ triggerAt: 50, keepRecent: 7 }, 14],
    [{ triggerAt: 2, keepRecent: 1 }, 2],
  ])('retriggers %j at the lesser of 2K and T: %i', (numbers, retriggerAt) => {
    expect(history({ preset: 'agentkit', summarization: numbers }).retriggerAt).toBe(retriggerAt);
    expect(history({ preset: 'agentkit', history: numbers }).retriggerAt).toBe(retriggerAt);
  });

  it('takes retriggerAt: T, and more, as written', () => {
    expect(history({ preset: 'agentkit', history: { retriggerAt: 100 } }).retriggerAt).toBe(100);
    expect(history({ preset: 'agentkit', history: { retriggerAt: 150 } }).retriggerAt).toBe(150);
  });

  it('lets the generic part override what the preset and its names fill', () => {
    const resolved = history({
      preset: 'agentkit',
      summarization: { triggerAt: 60, keepRecent: 12 },
      history: {
        triggerAt: 80,
        summary: 'none',
        summaryRole: 'assistant',
        summarizer: { model: 'gpt-4o-mini' },
      },
    });
    expect(resolved).toMatchObject({
      triggerAt: 80,
      keepRecent: 12,
      retriggerAt: 24,
      summary: 'none',
      summaryRole: 'assistant',
      summarizer: { model: 'gpt-4o-mini' },
    });
  });

  it.each([
    [{ enabled: false }],
    [{ summarization: { enabled: false, triggerAt: 60 } }],
    [{ summarization: null }],
    [{ history: { enabled: false, triggerAt: 60 } }],
    [{ history: null }],
  ])('%j switches summarisation off again', (off) => {
    expect(resolvePolicy({ preset: 'agentkit', ...off }).history).toBeNull();
  });

  it('filters tool results with or without summarisation', () => {
    const toolResults = { keepRecent: 5 };
    const both = resolvePolicy({ preset: 'agentkit', toolResults });
    const alone = resolvePolicy({ preset: 'agentkit', enabled: false, toolResults });
    expect(both.history).not.toBeNull();
    expect(alone.history).toBeNull();
    expect(alone.toolResults).toEqual(both.toolResults);
  });
});

describe('the presets hpd-*', () => {
  it('reduce at 26 to 20 and again at 26, with one summary or with none', () => {
    expect(history({ preset: 'hpd-summarizing' })).toEqual(hpdHistory);
    expect(history({ preset: 'hpd-counting' })).toEqual({ ...hpdHistory, summary: 'none' });
  });

  it('take the names of their source', () => {
    const resolved = history({
      preset: 'hpd-summarizing',
      enabled: true,
      targetMessageCount: 30,
      summarizationThreshold: 9,
      useSingleSummary: false,
      summarizerProvider: { model: 'gpt-4o-mini' },
    });
    expect(resolved).toEqual({
      ...hpdHistory,
      triggerAt: 40,
      keepRecent: 30,
      retriggerAt: 40,
      mode: 'layered',
      summarizer: { model: 'gpt-4o-mini' },
    });
  });

  it('read a threshold of null as 0', () => {
    expect(history({ preset: 'hpd-counting', summarizationThreshold: null }).triggerAt).toBe(21);
    expect(history({ preset: 'hpd-counting', summarizationThreshold: 0 }).triggerAt).toBe(21);
  });

  it('let strategy override the name of the preset', () => {
    expect(history({ preset: 'hpd-counting', strategy: 'summarizing' }).summary).toBe('llm');
    expect(history({ preset: 'hpd-summarizing', strategy: 'message-counting' }).summary).toBe('none');
  });

  it('retrigger at the trigger that a generic part sets', () => {
    expect(history({ preset: 'hpd-counting', history: { triggerAt: 50 } }).retriggerAt).toBe(50);
  });

  it('are switched off by enabled: false', () => {
    expect(resolvePolicy({ preset: 'hpd-summarizing', enabled: false }).history).toBeNull();
  });
});

describe('tool results', () => {
  const defaults = { keepRecent: 0, placeholder: '[Omitted]', clearAtLeast: 0, protectUnread: true };

  it.each([
    [{}, defaults],
    [{ preset: 'browser' }, { ...defaults, keepRecent: 1 }],
    [{ preset: 'react' }, { ...defaults, keepRecent: 5 }],
    [{ preset: 'chat' }, { ...defaults, keepRecent: 5 }],
    [
      { preset: 'browser', keepRecent: 3 },
      { ...defaults, keepRecent: 3 },
    ],
    [
      { keepRecent: 2, placeholder: '{ref}', clearAtLeast: 500, protectUnread: false },
      { keepRecent: 2, placeholder: '{ref}', clearAtLeast: 500, protectUnread: false },
    ],
    [
      { keepRecent: 2, compaction: { postRun: null, inRun: null } },
      { ...defaults, keepRecent: 2 },
    ],
    [{ enabled: false, keepRecent: 2 }, null],
  ])('%j resolve to %j', (toolResults, resolved) => {
    expect(resolvePolicy({ toolResults }).toolResults).toEqual(resolved);
  });
});

describe('the plugin chain', () => {
  it.each([[[]], [['default']], [[{ name: 'default' }]], [[{ name: 'default', options: {} }]]])(
    'of %j is default alone',
    (plugins) => {
      expect(resolvePolicy({ plugins }).plugins).toEqual([{ name: 'default', options: {} }]);
    },
  );
});

describe('a resolved policy', () => {
  it.each([
    [{}],
    [{ preset: 'agentkit', toolResults: { preset: 'browser' } }],
    [{ preset: 'agentkit', enabled: false }],
    [{ preset: 'hpd-counting', useSingleSummary: false, window: { maxMessages: 40 } }],
    [{ preset: 'hpd-summarizing', summarizerProvider: { model: 'm' }, history: { mergeSummariesAt: 0 } }],
  ])('of %j is valid, and resolves to itself', (document) => {
    const resolved = resolvePolicy(document);
    expect(policySchema.parse(resolved)).toEqual(resolved);
    expect(resolvePolicy(resolved)).toEqual(resolved);
  });

  it('never changes the document', () => {
    const document = { preset: 'agentkit', history: { triggerAt: 50 }, plugins: ['default'] };
    const before = structuredClone(document);
    resolvePolicy(document);
    expect(document).toEqual(before);
  });
});
