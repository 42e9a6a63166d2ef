import { z } from 'zod';
import { sharesPart, tiersFirstPart } from '../parts/history';
import { optional, part } from '../parts/part';
import { generic } from '../parts/parts';
import { summarizerShape } from '../parts/summarizer';
import { tiersHistorySchema } from '../policy';
import { plain, type Preset } from './preset';
import { translated, type Spellings } from './spelling';

const tiers = tiersHistorySchema.shape;
const { model, provider, maxContext, limitRequests, limitInput, limitOutput } = summarizerShape;

export const agentZeroDocument = part(
  {
    preset: z
      .literal('agent-zero')
      .describe('The preset: what is left out below is as the source system has it.'),
    ...generic(tiersFirstPart.nullable()),
    contextHistoryRatio: optional(tiers.contextHistoryRatio),
    chat_model_ctx_history: optional(tiers.contextHistoryRatio),
    /** The source's example writes the same share under this name too. */
    chat_model_ctx_ratio: optional(tiers.contextHistoryRatio),
    contextLength: optional(tiers.contextLength),
    chat_model_ctx_length: optional(tiers.contextLength),
    shares: optional(sharesPart.describe('How the history is shared.')),
    CURRENT_TOPIC_RATIO: optional(tiers.shares.shape.current),
    HISTORY_TOPIC_RATIO: optional(tiers.shares.shape.topics),
    HISTORY_BULK_RATIO: optional(tiers.shares.shape.bulks),
    topicCompressRatio: optional(tiers.topicCompressRatio),
    TOPIC_COMPRESS_RATIO: optional(tiers.topicCompressRatio),
    largeMessageToTopicRatio: optional(tiers.largeMessageToTopicRatio),
    LARGE_MESSAGE_TO_TOPIC_RATIO: optional(tiers.largeMessageToTopicRatio),
    bulkMergeCount: optional(tiers.bulkMergeCount),
    BULK_MERGE_COUNT: optional(tiers.bulkMergeCount),
    topicsKeepCount: optional(tiers.topicsKeepCount),
    TOPICS_KEEP_COUNT: optional(tiers.topicsKeepCount),
    newTopicOn: optional(tiers.newTopicOn),
    limitRequests,
    limitInput,
    limitOutput,
    /** The source's `ModelConfig`. */
    utility_model: optional(
      part({
        provider,
        name: model,
        ctx_length: maxContext,
        limit_requests: limitRequests,
        limit_input: limitInput,
        limit_output: limitOutput,
      }).describe('The model that summarises.'),
    ),
  },
  'AgentZeroDocument',
);

const spellings: Spellings = {
  'history.contextHistoryRatio': ['contextHistoryRatio', 'chat_model_ctx_history', 'chat_model_ctx_ratio'],
  'history.contextLength': ['contextLength', 'chat_model_ctx_length'],
  'history.shares.current': ['shares.current', 'CURRENT_TOPIC_RATIO'],
  'history.shares.topics': ['shares.topics', 'HISTORY_TOPIC_RATIO'],
  'history.shares.bulks': ['shares.bulks', 'HISTORY_BULK_RATIO'],
  'history.topicCompressRatio': ['topicCompressRatio', 'TOPIC_COMPRESS_RATIO'],
  'history.largeMessageToTopicRatio': ['largeMessageToTopicRatio', 'LARGE_MESSAGE_TO_TOPIC_RATIO'],
  'history.bulkMergeCount': ['bulkMergeCount', 'BULK_MERGE_COUNT'],
  'history.topicsKeepCount': ['topicsKeepCount', 'TOPICS_KEEP_COUNT'],
  'history.newTopicOn': ['newTopicOn'],
  'history.summarizer.model': ['utility_model.name'],
  'history.summarizer.provider': ['utility_model.provider'],
  'history.summarizer.maxContext': ['utility_model.ctx_length'],
  'history.summarizer.limitRequests': ['limitRequests', 'utility_model.limit_requests'],
  'history.summarizer.limitInput': ['limitInput', 'utility_model.limit_input'],
  'history.summarizer.limitOutput': ['limitOutput', 'utility_model.limit_output'],
};

/** Agent Zero (SPEC 5): topics and bulks, counted as the source counts. */
export function agentZero(document: z.infer<typeof agentZeroDocument>): Preset {
  const start = { encoding: 'cl100k_base', history: { kind: 'tiers' } } as const;
  return { ...plain, parts: translated(document, spellings, start), spellings, kind: 'tiers' };
}
