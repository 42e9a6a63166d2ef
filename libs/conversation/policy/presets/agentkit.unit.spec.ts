import { resolvePolicy } from '../resolve';
import { agentkitHistory, historyOf, noSummarizer, windowOnly } from '../testing/resolved';

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
    expect(historyOf({ preset: 'agentkit', summarization })).toEqual({
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
    expect(historyOf({ preset: 'agentkit', summarization: numbers }).retriggerAt).toBe(retriggerAt);
    expect(historyOf({ preset: 'agentkit', history: numbers }).retriggerAt).toBe(retriggerAt);
  });

  it('takes retriggerAt: T, and more, as written', () => {
    expect(historyOf({ preset: 'agentkit', history: { retriggerAt: 100 } }).retriggerAt).toBe(100);
    expect(historyOf({ preset: 'agentkit', history: { retriggerAt: 150 } }).retriggerAt).toBe(150);
  });

  it('lets the generic part override what the preset and its names fill', () => {
    const resolved = historyOf({
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
      summarizer: { ...noSummarizer, model: 'gpt-4o-mini' },
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

  it.each([[true], [false]])(
    'filters tool results as its summarization part says, enabled: %j',
    (enabled) => {
      const summarization = { enabled, toolResults: { keepRecent: 5 } };
      expect(resolvePolicy({ preset: 'agentkit', summarization }).toolResults?.keepRecent).toBe(5);
    },
  );
});
