import type { EventType, RecordedEvent } from '../../events';
import { retirableBulk, summariesWithin, unionOf } from '../../decide';
import type { Bulk } from '../../state';
import { takeSummary, type SummaryOf } from '../checkpoints';
import type { Draft } from '../draft';
import { basisProblem } from '../fencing';
import { applied, refusedDecision, type Outcome } from '../outcome';
import { topicProblem } from './place';

type Event<T extends EventType> = Extract<RecordedEvent, { type: T }>;

/** A summary takes the place of a stretch of a topic. */
export function summarizeTopic(draft: Draft, event: Event<'TopicSummarized'>): Outcome {
  const problem = topicProblem(draft.head, event.data.topic, event.data.range.messages);
  return take(draft, event, problem, { kind: 'topic', topic: event.data.topic });
}

/** Summarised topics become bulks, each with the summaries that it has. */
export function archiveTopics(draft: Draft, event: Event<'TopicsArchived'>): Outcome {
  const { data } = event;
  const { tiers } = draft.head;
  const { topics, bulks, next } = tiers;
  const isLast = (id: string): boolean => next === null && topics.at(-1)?.id === id;
  const unfit = data.topics.find((id) => isLast(id) || !topics.some((topic) => topic.id === id));
  const taken = data.bulks.find((id) => bulks.some((bulk) => bulk.id === id));
  const problem =
    basisProblem(draft.head, data, event.position) ??
    (unfit === undefined ? null : `${unfit} is no historical topic`) ??
    (taken === undefined ? null : `there is a bulk ${taken}`) ??
    (data.topics.length === data.bulks.length ? null : 'it does not name one bulk for each topic') ??
    ([data.topics, data.bulks].every(areDifferent) ? null : 'it names a topic or a bulk twice');
  if (problem !== null) return refusedDecision(draft, event, problem);
  const archived = data.topics.flatMap((id, at): Bulk[] => {
    const topic = topics.find((each) => each.id === id);
    if (!topic) return [];
    const stretches = topic.stretches.map(({ from, to }) => ({ from, to: to ?? draft.head.unpinned }));
    return [{ id: data.bulks[at] ?? id, title: topic.title, topics: 1, stretches, tokens: topic.tokens }];
  });
  const left = topics.filter(({ id }) => !data.topics.includes(id));
  draft.update({ tiers: { ...tiers, topics: left, bulks: [...bulks, ...archived] } });
  return applied;
}

/** Neighbouring bulks become one, at the place of the first. */
export function mergeBulks(draft: Draft, event: Event<'BulksMerged'>): Outcome {
  const { data } = event;
  const { bulks } = draft.head.tiers;
  const merged = bulks.filter(({ id }) => data.bulks.includes(id));
  const union = unionOf(merged.flatMap(({ stretches }) => stretches));
  const { from, to } = data.range.messages;
  const isWhole = merged.length === data.bulks.length && union?.from === from && union.to === to;
  const isTaken = bulks.some(({ id }) => id === data.bulk && !data.bulks.includes(id));
  const problem =
    (isWhole ? null : `its range of messages ${from}-${to} is not that of the bulks it names`) ??
    (isTaken ? `there is a bulk ${data.bulk}` : null);
  const outcome = take(draft, event, problem, { kind: 'bulk', topic: data.bulk });
  if (outcome.status === 'refused') return outcome;
  const one: Bulk = {
    id: data.bulk,
    title: merged[0]?.title ?? null,
    topics: merged.reduce((sum, bulk) => sum + bulk.topics, 0),
    stretches: [{ from, to }],
    tokens: 0,
  };
  const kept = bulks.flatMap((bulk) => {
    if (!data.bulks.includes(bulk.id)) return [bulk];
    return bulk.id === merged[0]?.id ? [one] : [];
  });
  draft.update({ tiers: { ...draft.head.tiers, bulks: kept } });
  return applied;
}

/** Its summaries still cover their messages and are shown no more. */
export function retireBulk(draft: Draft, event: Event<'BulkRetired'>): Outcome {
  const { tiers } = draft.head;
  const bulk = tiers.bulks.find(({ id }) => id === event.data.bulk);
  const problem =
    basisProblem(draft.head, event.data, event.position) ??
    (bulk ? null : `there is no bulk ${event.data.bulk}`) ??
    (bulk && retirableBulk(draft, [bulk]) ? null : `messages of bulk ${event.data.bulk} are live`);
  if (problem !== null || !bulk) return refusedDecision(draft, event, problem ?? '');
  const summaries = bulk.stretches.flatMap((stretch) => summariesWithin(draft, stretch));
  for (const summary of summaries) draft.putCheckpoint({ ...summary, status: 'retired' });
  draft.update({
    tiers: { ...tiers, bulks: tiers.bulks.filter(({ id }) => id !== bulk.id) },
    activeCheckpoints: draft.head.activeCheckpoints - summaries.length,
    viewVersion: draft.head.viewVersion + 1,
  });
  return applied;
}

function take(
  draft: Draft,
  event: Event<'TopicSummarized'> | Event<'BulksMerged'>,
  problem: string | null,
  of: SummaryOf,
): Outcome {
  const how = { strategy: 'llm', mode: 'layered' } as const;
  return takeSummary(draft, event, { ...event.data, ...how }, of, problem);
}

function areDifferent(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}
