import { z } from 'zod';
import { checkpointHistorySchema, tiersHistorySchema } from '../policy';
import { optional, part } from './part';
import { summarizerPart } from './summarizer';

const checkpoints = checkpointHistorySchema.shape;
const tiers = tiersHistorySchema.shape;

const summaries = {
  enabled: optional(z.boolean().describe('False switches the history off again.')),
  summaryRole: optional(checkpoints.summaryRole),
  leastCarried: optional(checkpoints.leastCarried.unwrap()),
  summarizer: optional(
    summarizerPart.nullable().describe('Who writes the summaries; null is the installation’s own.'),
  ),
};

const checkpointShape = {
  unit: optional(checkpoints.unit),
  triggerAt: optional(checkpoints.triggerAt),
  keepRecent: optional(checkpoints.keepRecent),
  retriggerAt: optional(checkpoints.retriggerAt),
  summary: optional(checkpoints.summary),
  mode: optional(checkpoints.mode),
  mergeSummariesAt: optional(checkpoints.mergeSummariesAt.unwrap()),
  ...summaries,
};

export const sharesPart = part({
  current: optional(tiers.shares.shape.current),
  topics: optional(tiers.shares.shape.topics),
  bulks: optional(tiers.shares.shape.bulks),
});

const tiersShape = {
  contextHistoryRatio: optional(tiers.contextHistoryRatio),
  contextLength: optional(tiers.contextLength),
  shares: optional(sharesPart.describe('How the history is shared.')),
  topicCompressRatio: optional(tiers.topicCompressRatio),
  largeMessageToTopicRatio: optional(tiers.largeMessageToTopicRatio),
  bulkMergeCount: optional(tiers.bulkMergeCount),
  topicsKeepCount: optional(tiers.topicsKeepCount),
  newTopicOn: optional(tiers.newTopicOn),
  ...summaries,
};

const kinds = {
  error: (issue: { readonly code?: string }) =>
    issue.code === 'invalid_union' ? 'expected one of "checkpoints"|"tiers"' : undefined,
};

/** A history of checkpoints where no kind is written. */
export const historyPart = z.discriminatedUnion(
  'kind',
  [
    part({ kind: checkpoints.kind.optional(), ...checkpointShape }, 'CheckpointSettings'),
    part({ kind: tiers.kind, ...tiersShape }, 'TiersSettings'),
  ],
  kinds,
);

/** A history of tiers where no kind is written. */
export const tiersFirstPart = z.discriminatedUnion(
  'kind',
  [
    part({ kind: checkpoints.kind, ...checkpointShape }, 'CheckpointSettingsByKind'),
    part({ kind: tiers.kind.optional(), ...tiersShape }, 'TiersSettingsByDefault'),
  ],
  kinds,
);
