import type { Head, Topic, WorkingSet } from '../../state';
import type { Stretch } from '../boundary';
import { decisionId } from '../decision-id';
import { rangeOf } from '../plan-checkpoint';
import { isSummarised, mergeableBulks, retirableBulk, unsummarised } from './archive';
import { attentionRange } from './attention';
import { largeCuts } from './large';
import { summariesWithin, tokensWithin } from './segments';
import type { TierStep, TierSummary } from './step';
import { largeOver, type TiersInUse } from './tiers-of';

/** Large messages of these topics, until they are `excess` tokens shorter together. */
export function planLarge(
  ws: WorkingSet,
  { history, budgets, current }: TiersInUse,
  topics: readonly Topic[],
  excess: number,
): TierStep | null {
  for (const topic of topics) {
    const allocation = topic.id === current?.id ? budgets.current : budgets.topics;
    const cuts = largeCuts(ws, topic, largeOver(history, allocation), excess);
    if (cuts.length === 0) continue;
    const what = cuts.map(
      ({ item, answer, characters }) => `${item.position}-${answer ?? 'own'}-${characters}`,
    );
    return { kind: 'large', id: stepId(ws.head, 'large', what.slice(0, 3).join('.')), topic: topic.id, cuts };
  }
  return null;
}

/** A summary of some of the messages of the first of these topics that has enough of them. */
export function planAttention(
  ws: WorkingSet,
  { history }: TiersInUse,
  topics: readonly Topic[],
): TierStep | null {
  const ratio = history.topicCompressRatio;
  return firstSummary(ws, 'attention', topics, (topic) => attentionRange(ws, topic, ratio));
}

/** The summary of the first part of these topics that has none. */
export function planTopic(ws: WorkingSet, topics: readonly Topic[]): TierStep | null {
  return firstSummary(ws, 'topic', topics, (topic) => unsummarised(ws, topic));
}

/** The first of these topics that is summarised becomes a bulk. */
export function planArchive(ws: WorkingSet, topics: readonly Topic[]): TierStep | null {
  const topic = topics.find((each) => isSummarised(ws, each));
  if (!topic) return null;
  const bulk = `bulk.${topic.stretches[0]?.from ?? 0}-${topic.stretches.at(-1)?.to ?? ws.head.unpinned}`;
  return { kind: 'archive', id: stepId(ws.head, 'archive', bulk), topic: topic.id, bulk };
}

export function planMerge(ws: WorkingSet, { bulks, history }: TiersInUse): TierStep | null {
  const merged = mergeableBulks(ws, bulks, history.bulkMergeCount);
  if (!merged) return null;
  const bulk = `bulk.${spanOf(merged.range)}`;
  return {
    kind: 'merge',
    id: stepId(ws.head, 'merge', spanOf(merged.range)),
    bulks: merged.bulks.map(({ id }) => id),
    bulk,
    ...summaryOf(ws, merged.range),
  };
}

export function planRetire(ws: WorkingSet, { bulks }: TiersInUse): TierStep | null {
  const bulk = retirableBulk(ws, bulks);
  return bulk && { kind: 'retire', id: stepId(ws.head, 'retire', bulk.id), bulk: bulk.id };
}

function firstSummary(
  ws: WorkingSet,
  kind: 'attention' | 'topic',
  topics: readonly Topic[],
  rangeIn: (topic: Topic) => Stretch | null,
): TierStep | null {
  for (const topic of topics) {
    const range = rangeIn(topic);
    if (!range) continue;
    return { kind, id: stepId(ws.head, kind, spanOf(range)), topic: topic.id, ...summaryOf(ws, range) };
  }
  return null;
}

function summaryOf(ws: WorkingSet, { from, to }: Stretch): TierSummary {
  const tokens = tokensWithin(ws, { from, to });
  return {
    range: rangeOf(ws, from, to),
    supersedes: summariesWithin(ws, { from, to }),
    tokensBefore: tokens,
    tokensReplaced: tokens,
  };
}

/** A policy that comes back decides anew. */
function stepId(head: Head, kind: TierStep['kind'], what: string): string {
  return decisionId(head, `tiers.${kind}.${what}.${head.policy.position}`);
}

function spanOf({ from, to }: Stretch): string {
  return `${from}-${to}`;
}
