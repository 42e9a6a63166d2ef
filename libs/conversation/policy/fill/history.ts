import type { Parts } from '../parts/parts';
import type { CheckpointHistory, HistoryPolicy, TiersHistory } from '../policy';
import type { Preset } from '../presets/preset';
import { summarizerOf } from './summarizer';

type HistoryPart = NonNullable<Parts['history']>;
type TiersPart = Extract<HistoryPart, { kind: 'tiers' }>;
type CheckpointPart = Exclude<HistoryPart, TiersPart>;

/** A part that is absent, null or switched off is no history. */
export function historyOf(part: Parts['history'], preset: Preset): HistoryPolicy | null {
  if (!part || part.enabled === false) return null;
  return part.kind === 'tiers' ? tiersOf(part) : checkpointsOf(part, preset);
}

/** SPEC 1's numbers in messages, SPEC 2's in tokens; in shares SPEC 5's of the history, and half of it. */
const thresholds = {
  messages: { triggerAt: 100, keepRecent: 10 },
  tokens: { triggerAt: 9001, keepRecent: 8000 },
  share: { triggerAt: 0.7, keepRecent: 0.35 },
} as const;

function checkpointsOf(part: CheckpointPart, preset: Preset): CheckpointHistory {
  const { unit = 'messages', summary = 'llm', mode = 'layered' } = part;
  const { triggerAt, keepRecent } = { ...thresholds[unit], ...part };
  const grows = summary === 'llm' && mode === 'layered';
  return {
    kind: 'checkpoints',
    unit,
    triggerAt,
    keepRecent,
    retriggerAt: part.retriggerAt ?? preset.retriggerAt(keepRecent, triggerAt),
    summary,
    mode,
    mergeSummariesAt: part.mergeSummariesAt ?? (grows ? preset.mergeSummariesAt : 0),
    summaryRole: part.summaryRole ?? 'user',
    summarizer: summarizerOf(part.summarizer),
    leastCarried: part.leastCarried ?? 0,
  };
}

/** SPEC 5's constants. */
function tiersOf(part: TiersPart): TiersHistory {
  return {
    kind: 'tiers',
    contextHistoryRatio: part.contextHistoryRatio ?? 0.7,
    contextLength: part.contextLength ?? 128_000,
    shares: { current: 0.5, topics: 0.3, bulks: 0.2, ...part.shares },
    topicCompressRatio: part.topicCompressRatio ?? 0.65,
    largeMessageToTopicRatio: part.largeMessageToTopicRatio ?? 0.25,
    bulkMergeCount: part.bulkMergeCount ?? 3,
    topicsKeepCount: part.topicsKeepCount ?? 3,
    newTopicOn: part.newTopicOn ?? 'event',
    summaryRole: part.summaryRole ?? 'user',
    summarizer: part.summarizer === null ? null : summarizerOf({ ...modest, ...part.summarizer }),
    leastCarried: part.leastCarried ?? 0,
  };
}

/** The summariser of tiers, whichever model it is: its window and what it may use a minute (SPEC 5). */
const modest = { maxContext: 4096, limitRequests: 3, limitInput: 4000, limitOutput: 1000 };
