import type { RecordedEvent } from '../../events';
import { isPinned, toolResultsOf } from '../../message';
import { tiersHistory } from '../../policy';
import type { Topic, TopicOpening } from '../../state';
import type { Draft } from '../draft';
import { applied, type Outcome } from '../outcome';

type Appended = Extract<RecordedEvent, { type: 'MessageAppended' }>;
type Started = Extract<RecordedEvent, { type: 'TopicStarted' }>;

/** Historical topics beyond those that are kept, as long as nobody summarises them; of more the oldest two become one. */
const MOST_WAITING = 64;

/** How often a topic can become current again and be one topic still. */
export const MOST_STRETCHES = 16;

/** The topic begins with the next message, so that one nobody speaks in leaves no trace. */
export function startTopic(draft: Draft, event: Started): Outcome {
  if (tiersHistory(draft.head.policy.document) === null) return applied;
  const opening = openingOf(event);
  const current = draft.head.tiers.topics.at(-1);
  if (current?.id !== opening.id) update(draft, { next: opening });
  else
    update(draft, { topics: [...draft.head.tiers.topics.slice(0, -1), named(current, opening)], next: null });
  return applied;
}

/** A conversation that comes under a policy with tiers is one topic until then. */
export function openFirstTopic(draft: Draft, event: RecordedEvent): void {
  const { tiers, unpinned } = draft.head;
  const isFresh = tiers.topics.length === 0 && tiers.bulks.length === 0;
  if (isFresh && unpinned > 0) beginTopic(draft, implied(event.id), 0);
}

/** Begins a topic with this message where one was started or the policy asks for one, and no group is split by it. */
export function placeMessage(draft: Draft, event: Appended): void {
  if (isPinned(event.data.role)) return;
  const { tiers, unpinned } = draft.head;
  const ordinal = unpinned - 1;
  const opening = tiers.next ?? (asksForTopic(draft, event) ? implied(event.id) : null);
  const isOpen = tiers.topics.at(-1)?.stretches.at(-1)?.to === null;
  if (!isOpen) beginTopic(draft, opening ?? implied(event.id), ordinal);
  else if (opening && beginsGroup(draft, ordinal)) beginTopic(draft, opening, ordinal);
}

function asksForTopic(draft: Draft, { data }: Appended): boolean {
  const history = tiersHistory(draft.head.policy.document);
  return history?.newTopicOn === 'user-message' && data.role === 'user' && toolResultsOf(data).length === 0;
}

/** True of a message that goes on with no group, while no other is open. */
function beginsGroup(draft: Draft, ordinal: number): boolean {
  const item = draft.itemAt(ordinal);
  const ownGroup = item?.position;
  const goesOn = item?.group !== null && item?.group !== ownGroup;
  return !goesOn && draft.head.openGroups.every(({ position }) => position === ownGroup);
}

/**
 * What was current becomes historical; an earlier topic of that id becomes current again. One that did so too often
 * already stays historical under an id of its own, as a topic that became a bulk does, and can become a bulk itself.
 */
function beginTopic(draft: Draft, opening: TopicOpening, from: number): void {
  const topics = draft.head.tiers.topics.map((topic) => {
    return topic.id === opening.id ? withRoom(closed(topic, from)) : closed(topic, from);
  });
  const known = topics.find(({ id }) => id === opening.id);
  const topic: Topic = known
    ? { ...named(known, opening), stretches: [...known.stretches, { from, to: null }] }
    : { ...opening, stretches: [{ from, to: null }], tokens: 0 };
  const others = topics.filter(({ id }) => id !== opening.id);
  update(draft, { topics: [...boundedTopics(draft, others), topic], next: null });
}

function closed(topic: Topic, to: number): Topic {
  return {
    ...topic,
    stretches: topic.stretches.map((stretch) => (stretch.to === null ? { ...stretch, to } : stretch)),
  };
}

function withRoom(topic: Topic): Topic {
  const [first] = topic.stretches;
  if (!first || topic.stretches.length < MOST_STRETCHES) return topic;
  return { ...topic, id: `${topic.id}/${first.from}` };
}

/** What the event names replaces what was known. */
function named(topic: Topic, { title, parent, related }: TopicOpening): Topic {
  return {
    ...topic,
    title: title ?? topic.title,
    parent: parent ?? topic.parent,
    related: related.length > 0 ? related : topic.related,
  };
}

/** The state stays small also while nobody summarises. */
function boundedTopics(draft: Draft, topics: readonly Topic[]): readonly Topic[] {
  const kept = tiersHistory(draft.head.policy.document)?.topicsKeepCount ?? 0;
  const [first, second, ...rest] = topics;
  if (!first || !second || topics.length <= kept + MOST_WAITING) return topics;
  return [{ ...first, stretches: joined(first, second), tokens: first.tokens + second.tokens }, ...rest];
}

function joined(first: Topic, second: Topic): Topic['stretches'] {
  const ordered = [...first.stretches, ...second.stretches].toSorted((one, other) => one.from - other.from);
  const stretches: { from: number; to: number | null }[] = [];
  for (const stretch of ordered) {
    const last = stretches.at(-1);
    if (last?.to === stretch.from) last.to = stretch.to;
    else stretches.push({ ...stretch });
  }
  return stretches;
}

function openingOf({ id, data, position }: Started): TopicOpening {
  return {
    id: data.topic ?? id,
    title: data.title ?? null,
    parent: data.parent ?? null,
    related: data.related ?? [],
    startedAt: position,
  };
}

function implied(id: string): TopicOpening {
  return { id, title: null, parent: null, related: [], startedAt: null };
}

function update(draft: Draft, change: Partial<Draft['head']['tiers']>): void {
  draft.update({ tiers: { ...draft.head.tiers, ...change } });
}
