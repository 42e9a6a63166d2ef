import { resolvePolicy } from '../resolve';
import { noSummarizer, windowOnly } from '../testing/resolved';

const postRun = { mode: 'simple', truncationThreshold: 5000, startRun: 1, summarizer: null };
const inRun = { ...postRun, truncationThreshold: 3000, startIter: 2, maxConcurrency: 4 };

const compactionOf = (document: object) =>
  resolvePolicy({ preset: 'chainlite', ...document }).toolResults?.compaction;

describe('the preset chainlite', () => {
  it('named alone cuts outputs over 5,000 characters when their run ends', () => {
    expect(resolvePolicy({ preset: 'chainlite' })).toEqual({
      ...windowOnly,
      preset: 'chainlite',
      toolResults: {
        keepRecent: 0,
        placeholder: '[Omitted]',
        clearAtLeast: 0,
        protectUnread: true,
        compaction: { postRun, inRun: null },
      },
    });
  });

  it.each([
    ['our names', { compaction: { postRun: {}, inRun: {} } }],
    [
      "the source's names",
      {
        history_truncator_config: {
          post_run_compaction: { mode: 'simple', truncation_threshold: 5000, start_run: 1 },
          in_run_compaction: {
            mode: 'simple',
            truncation_threshold: 3000,
            start_iter: 2,
            start_run: 1,
            max_concurrency: 4,
          },
        },
      },
    ],
    [
      'the names of the specification',
      {
        compaction: {
          postRun: { mode: 'simple', truncationThreshold: 5000, startRun: 1 },
          inRun: { truncationThreshold: 3000, startIter: 2, startRun: 1, maxConcurrency: 4 },
        },
      },
    ],
  ])('has its example values in %s', (_spelling, document) => {
    expect(compactionOf(document)).toEqual({ postRun, inRun });
  });

  it('has off what its part leaves out or sets to null', () => {
    expect(compactionOf({ compaction: { inRun: {} } })).toEqual({ postRun: null, inRun });
    expect(compactionOf({ history_truncator_config: { post_run_compaction: null } })).toBeNull();
    expect(compactionOf({ compaction: null })).toBeNull();
  });

  it('takes a summariser of its own inline, as the source writes it and as we do', () => {
    const summarizer = {
      ...noSummarizer,
      model: 'openai:gpt-3.5-turbo',
      systemPrompt: 'Summarize this concisely.',
    };
    const dict = { llm_model_name: 'openai:gpt-3.5-turbo', system_prompt: 'Summarize this concisely.' };
    const theirs = { post_run_compaction: { mode: 'custom', summarizor_config_dict: dict } };
    const { model, systemPrompt } = summarizer;
    const ours = { postRun: { mode: 'custom', summarizer: { model, systemPrompt } } };
    const custom = { postRun: { ...postRun, mode: 'custom', summarizer }, inRun: null };
    expect(compactionOf({ history_truncator_config: theirs })).toEqual(custom);
    expect(compactionOf({ compaction: ours })).toEqual(custom);
    expect(resolvePolicy({ toolResults: { compaction: ours } }).toolResults?.compaction).toEqual(custom);
  });

  it('lets the generic part override it setting by setting', () => {
    const toolResults = { keepRecent: 5, compaction: { postRun: { truncationThreshold: 100 } } };
    expect(resolvePolicy({ preset: 'chainlite', toolResults }).toolResults).toMatchObject({
      keepRecent: 5,
      compaction: { postRun: { ...postRun, truncationThreshold: 100 }, inRun: null },
    });
  });

  it.each([[{ enabled: false }], [{ toolResults: null }], [{ toolResults: { enabled: false } }]])(
    '%j switches it off again',
    (off) => {
      expect(resolvePolicy({ preset: 'chainlite', ...off }).toolResults).toBeNull();
    },
  );
});
