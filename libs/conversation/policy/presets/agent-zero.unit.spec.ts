import { tiersHistory, type TiersHistory } from '../policy';
import { resolvePolicy } from '../resolve';
import { agentkitHistory, noSummarizer, windowOnly } from '../testing/resolved';

const summarizer = {
  ...noSummarizer,
  maxContext: 4096,
  limitRequests: 3,
  limitInput: 4000,
  limitOutput: 1000,
};

const constants: TiersHistory = {
  kind: 'tiers',
  contextHistoryRatio: 0.7,
  contextLength: 128_000,
  shares: { current: 0.5, topics: 0.3, bulks: 0.2 },
  topicCompressRatio: 0.65,
  largeMessageToTopicRatio: 0.25,
  bulkMergeCount: 3,
  topicsKeepCount: 3,
  newTopicOn: 'event',
  summaryRole: 'user',
  summarizer,
  leastCarried: 0,
};

const tiersOf = (document: object) => tiersHistory(resolvePolicy({ preset: 'agent-zero', ...document }));

describe('the preset agent-zero', () => {
  it('has the constants of SPEC 5, and counts tokens as its source does', () => {
    expect(resolvePolicy({ preset: 'agent-zero' })).toEqual({
      ...windowOnly,
      preset: 'agent-zero',
      encoding: 'cl100k_base',
      history: constants,
    });
  });

  it("takes the source's settings, constants and model", () => {
    const written = tiersOf({
      chat_model_ctx_length: 120_000,
      chat_model_ctx_history: 0.6,
      CURRENT_TOPIC_RATIO: 0.4,
      HISTORY_TOPIC_RATIO: 0.35,
      HISTORY_BULK_RATIO: 0.25,
      TOPIC_COMPRESS_RATIO: 0.5,
      LARGE_MESSAGE_TO_TOPIC_RATIO: 0.1,
      BULK_MERGE_COUNT: 2,
      TOPICS_KEEP_COUNT: 5,
      utility_model: {
        provider: 'openai',
        name: 'gpt-3.5-turbo',
        ctx_length: 16_385,
        limit_requests: 10,
        limit_input: 8000,
        limit_output: 2000,
      },
    });
    expect(written).toEqual({
      ...constants,
      contextLength: 120_000,
      contextHistoryRatio: 0.6,
      shares: { current: 0.4, topics: 0.35, bulks: 0.25 },
      topicCompressRatio: 0.5,
      largeMessageToTopicRatio: 0.1,
      bulkMergeCount: 2,
      topicsKeepCount: 5,
      summarizer: {
        ...noSummarizer,
        provider: 'openai',
        model: 'gpt-3.5-turbo',
        maxContext: 16_385,
        limitRequests: 10,
        limitInput: 8000,
        limitOutput: 2000,
      },
    });
  });

  it("takes the names of the specification's table too", () => {
    const names = {
      contextHistoryRatio: 0.5,
      contextLength: 4000,
      shares: { current: 0.4, topics: 0.4 },
      topicCompressRatio: 0.9,
      largeMessageToTopicRatio: 0.1,
      bulkMergeCount: 4,
      topicsKeepCount: 1,
      newTopicOn: 'user-message',
    };
    const limits = { limitRequests: 1, limitInput: 2, limitOutput: 3 };
    expect(tiersOf({ ...names, ...limits })).toEqual({
      ...constants,
      ...names,
      shares: { ...names.shares, bulks: 0.2 },
      summarizer: { ...summarizer, ...limits },
    });
  });

  it("takes the source's example, which writes the share of the history twice", () => {
    const example = { chat_model_ctx_length: 4000, chat_model_ctx_history: 0.5, chat_model_ctx_ratio: 0.5 };
    expect(tiersOf(example)).toEqual({ ...constants, contextLength: 4000, contextHistoryRatio: 0.5 });
  });

  it('fills what a summariser of its own leaves out; null is that of the installation', () => {
    const written = { model: 'gpt-4o-mini', maxContext: 8192 };
    expect(tiersOf({ history: { summarizer: written } })?.summarizer).toEqual({ ...summarizer, ...written });
    expect(tiersOf({ history: { summarizer: { limitInput: null } } })?.summarizer?.limitInput).toBeNull();
    expect(tiersOf({ history: { summarizer: null } })?.summarizer).toBeNull();
  });

  it('can have a history of checkpoints instead, and be switched off', () => {
    expect(resolvePolicy({ preset: 'agent-zero', history: { kind: 'checkpoints' } }).history).toEqual(
      agentkitHistory,
    );
    expect(resolvePolicy({ preset: 'agent-zero', enabled: false })).toEqual({
      ...windowOnly,
      preset: 'agent-zero',
    });
    expect(tiersOf({ history: { enabled: false, topicsKeepCount: 2 } })).toBeNull();
  });
});
