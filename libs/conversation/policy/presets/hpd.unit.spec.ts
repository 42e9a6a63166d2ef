import { resolvePolicy } from '../resolve';
import { historyOf, noSummarizer } from '../testing/resolved';

const hpdHistory = {
  kind: 'checkpoints',
  unit: 'messages',
  triggerAt: 26,
  keepRecent: 20,
  retriggerAt: 26,
  summary: 'llm',
  mode: 'single',
  mergeSummariesAt: 0,
  summaryRole: 'assistant',
  summarizer: null,
  leastCarried: 0,
};

describe('the presets hpd-*', () => {
  it('reduce at 26 to 20 and again at 26, with one summary or with none', () => {
    expect(historyOf({ preset: 'hpd-summarizing' })).toEqual(hpdHistory);
    expect(historyOf({ preset: 'hpd-counting' })).toEqual({ ...hpdHistory, summary: 'none' });
  });

  it('take the names of their source', () => {
    const resolved = historyOf({
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
      summarizer: { ...noSummarizer, model: 'gpt-4o-mini' },
    });
  });

  it('read a threshold of null as 0', () => {
    expect(historyOf({ preset: 'hpd-counting', summarizationThreshold: null }).triggerAt).toBe(21);
    expect(historyOf({ preset: 'hpd-counting', summarizationThreshold: 0 }).triggerAt).toBe(21);
  });

  it('let strategy override the name of the preset', () => {
    expect(historyOf({ preset: 'hpd-counting', strategy: 'summarizing' }).summary).toBe('llm');
    expect(historyOf({ preset: 'hpd-summarizing', strategy: 'message-counting' }).summary).toBe('none');
  });

  it('retrigger at the trigger that a generic part sets', () => {
    expect(historyOf({ preset: 'hpd-counting', history: { triggerAt: 50 } }).retriggerAt).toBe(50);
  });

  it('are switched off by enabled: false', () => {
    expect(resolvePolicy({ preset: 'hpd-summarizing', enabled: false }).history).toBeNull();
  });

  it('name another model for summaries as their source does', () => {
    const summarizerProvider = {
      provider: 'openai',
      modelName: 'gpt-4o-mini',
      baseUrl: 'https://api.openai.com/v1',
      keyReference: 'OPENAI_API_KEY',
    };
    expect(historyOf({ preset: 'hpd-summarizing', summarizerProvider }).summarizer).toEqual({
      ...noSummarizer,
      provider: 'openai',
      model: 'gpt-4o-mini',
      baseUrl: 'https://api.openai.com/v1',
      keyReference: 'OPENAI_API_KEY',
    });
  });
});

describe('strategy token-based', () => {
  const document = { preset: 'hpd-summarizing', strategy: 'token-based' };

  it('leaves 9,000 tokens alone and reduces 9,001 to 8,000', () => {
    expect(historyOf(document)).toEqual({
      ...hpdHistory,
      unit: 'tokens',
      triggerAt: 9001,
      keepRecent: 8000,
      retriggerAt: 9001,
    });
  });

  it('takes targetTokenCount and thresholdTokenCount', () => {
    expect(historyOf({ ...document, targetTokenCount: 500, thresholdTokenCount: 0 })).toMatchObject({
      triggerAt: 501,
      keepRecent: 500,
      retriggerAt: 501,
    });
  });

  it('makes a summary or none as the preset does', () => {
    expect(historyOf(document).summary).toBe('llm');
    expect(historyOf({ ...document, preset: 'hpd-counting' }).summary).toBe('none');
  });

  it('is filled by the unit where a generic part counts in another one', () => {
    expect(historyOf({ preset: 'hpd-counting', history: { unit: 'share' } })).toMatchObject({
      unit: 'share',
      triggerAt: 0.7,
      keepRecent: 0.35,
      retriggerAt: 0.7,
    });
  });
});
