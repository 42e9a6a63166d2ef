import fc from 'fast-check';
import { planSummary, planTiers, rangeOf } from '../decide';
import { filterModes } from '../events';
import { compact } from './compactions';
import { summarize } from './checkpoints';
import type { Conversation } from './conversation';
import type { EventSpec, WrittenEvent } from './events';
import type { Step } from './histories';
import { eventOf } from './tiers';

const strange = fc.constantFrom('', 'nobody', '\0', '\ud800', '__proto__', 'e1', 'bulk.0-2', 'x'.repeat(300));
const count = fc.oneof(
  { weight: 8, arbitrary: fc.nat(30) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31, 2 ** 32 + 1, 2 ** 40) },
);
const position = count.map((number) => Math.max(1, number));

/** What a forged event is made from: numbers and names of its own, and choices among those of the conversation. */
const material = fc.record({
  kind: fc.nat(6),
  /** Which of its parts are as a summarizer would write them. */
  isTrue: fc.record({
    basis: fc.constantFrom(true, true, true, false),
    policy: fc.constantFrom(true, true, true, false),
    range: fc.constantFrom(true, true, false),
    supersedes: fc.constantFrom(true, false),
    names: fc.constantFrom(true, true, false),
    id: fc.constantFrom(true, false),
  }),
  numbers: fc.array(count, { minLength: 4, maxLength: 4 }),
  positions: fc.array(position, { minLength: 3, maxLength: 3 }),
  names: fc.array(strange, { minLength: 2, maxLength: 3 }),
  chosen: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
  mode: fc.constantFrom(...filterModes),
  isOdd: fc.boolean(),
});
type Material = typeof material extends fc.Arbitrary<infer T> ? T : never;

/** Every type of event that a summarizer writes, with content that the schemas allow and nobody decided. */
export const forgedStep: fc.Arbitrary<Step> = material.map((seed) => (conversation) => {
  const event = forged(conversation, seed);
  const id = seed.isTrue.id ? plannedId(conversation) : undefined;
  return [id === undefined ? event : ({ ...event, id } as EventSpec)];
});

/** An event that the summarizer would write next with one thing wrong: its basis, or the policy. */
export const spoiledStep: fc.Arbitrary<Step> = fc
  .record({ basis: fc.constantFrom(0, 1, 100), policyVersion: fc.constantFrom('other', null) })
  .map(({ basis, policyVersion }) => (conversation) => {
    const event = planned(conversation);
    if (!event || !('basis' in event.data)) return [];
    const data = {
      ...event.data,
      basis: event.data.basis + basis,
      policyVersion: policyVersion ?? event.data.policyVersion,
    };
    return [{ ...event, data } as WrittenEvent];
  });

/** What the summarizer would write now; null where nothing is due. */
export function planned(conversation: Conversation): WrittenEvent | null {
  const { ws, head } = conversation;
  if (head.compaction.owed.length > 0) return compact({ summary: '' })(ws);
  if (planSummary(ws)) {
    const spec = summarize('');
    return typeof spec === 'function' ? spec(ws) : spec;
  }
  const step = planTiers(ws);
  return step && eventOf(conversation, step, 's');
}

function plannedId(conversation: Conversation): string | undefined {
  return conversation.head.unrecordedCuts[0] ?? planned(conversation)?.id;
}

function forged(conversation: Conversation, seed: Material): WrittenEvent {
  const { head, ws } = conversation;
  const { isTrue, names, numbers, positions, chosen, mode, isOdd } = seed;
  const [one = 0, two = 0, three = 0, four = 0] = numbers;
  const decision = {
    basis: isTrue.basis ? Math.max(1, head.position) : (positions[0] ?? 1),
    policyVersion: isTrue.policy ? head.policy.version : (names[0] ?? ''),
    attempt: one,
  };
  const usage = isOdd ? { inputTokens: three, outputTokens: four } : null;
  const summary = {
    ...decision,
    range: rangeFrom(conversation, seed),
    summary: names[1] ?? '',
    supersedes: supersededBy(conversation, seed),
    summarizer: isOdd ? 'forger' : null,
    promptVersion: null,
    tokensBefore: two,
    tokensAfter: three,
    usage,
  };
  const topics = pickIds(head.tiers.topics, seed);
  const bulks = pickIds(head.tiers.bulks, seed);
  const [topic = 'nobody'] = topics;
  switch (seed.kind) {
    case 0:
      return {
        type: 'CheckpointCreated',
        data: {
          ...summary,
          strategy: isOdd ? 'none' : 'llm',
          mode: 'layered',
          ...(one % 2 === 0 ? {} : { topic }),
        },
      };
    case 1:
      return { type: 'TopicSummarized', data: { ...summary, topic } };
    case 2:
      return {
        type: 'TopicsArchived',
        data: { topics, bulks: isOdd ? names : topics.map((id) => `bulk of ${id}`), ...decision },
      };
    case 3:
      return {
        type: 'BulksMerged',
        data: { ...summary, bulks, bulk: isOdd ? (bulks.at(-1) ?? '') : (names[0] ?? '') },
      };
    case 4:
      return { type: 'BulkRetired', data: { bulk: bulks[0] ?? '', ...decision } };
    case 5: {
      const messages = chosen.map((at) => {
        const item = ws.items()[at % Math.max(1, ws.items().length)];
        return {
          message: isTrue.names ? (item?.eventId ?? '') : (names[0] ?? ''),
          position: item?.position ?? 1,
          ...(isOdd ? { result: one } : {}),
          replacement: names[1] ?? '',
          characters: two,
          tokensBefore: three,
          tokensAfter: four,
        };
      });
      return { type: 'MessagesTruncated', data: { messages, ...decision } };
    }
    default: {
      const results = chosen.map((at) => {
        const result = 1 + (at % Math.max(1, head.results));
        const item = ws.itemOfResult(result);
        return {
          message: isTrue.names ? (item?.eventId ?? '') : (names[0] ?? ''),
          callId: item?.answers[result - item.firstResult] ?? names[1] ?? '',
          result: isTrue.range ? result : (positions[1] ?? 1),
          mode,
          replacement: names[1] ?? '',
          tokensBefore: three,
          tokensAfter: four,
          ...(isOdd ? { characters: positions[2] ?? 1, summarizer: 'forger', usage } : {}),
        };
      });
      return { type: 'ToolResultsFiltered', data: { results, ...decision } };
    }
  }
}

function rangeFrom({ ws, head }: Conversation, { isTrue, numbers, positions, names }: Material) {
  const [one = 0, two = 0] = numbers;
  if (isTrue.range && head.unpinned > 0) {
    const from = one % head.unpinned;
    return rangeOf(ws, from, from + 1 + (two % (head.unpinned - from)));
  }
  const [from = 1, to = 1] = positions;
  const [fromMessage = '', toMessage = ''] = names;
  return { from, to, fromMessage, toMessage, messages: { from: one, to: two } };
}

function supersededBy(conversation: Conversation, seed: Material): string[] {
  const { ws } = conversation;
  if (!seed.isTrue.supersedes) return seed.names.slice(0, seed.isOdd ? 1 : 0);
  const { from, to } = rangeFrom(conversation, seed).messages;
  return to > 1e6 ? [] : ws.activeWithin(from, to).map(({ id }) => id);
}

function pickIds(tiers: readonly { readonly id: string }[], { isTrue, chosen, names }: Material): string[] {
  if (!isTrue.names || tiers.length === 0) return names;
  return chosen.map((at) => tiers[at % tiers.length]?.id ?? 'nobody');
}
