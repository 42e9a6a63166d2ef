import {
  canonicalPolicy,
  type ConversationDescribed,
  evolve,
  type Evolution,
  initialHead,
  MemoryWorkingSet,
  type Part,
  type RecordedEvent,
  resolvePolicy,
} from '@verbatim/conversation';
import { compact } from '@verbatim/conversation/testing';
import * as fc from 'fast-check';
import type { ConversationKey } from '../../journal-row';
import { policyVersion } from '../../policy-version';

/** A step says roughly what happens next; what exactly follows from the conversation so far. */
interface Step {
  readonly kind: (typeof kinds)[number];
  readonly one: number;
  readonly other: number;
}

const kinds = [
  'user',
  'assistant',
  'calls',
  'calls',
  'result',
  'result',
  'result',
  'piece',
  'piece',
  'answers',
  'whole-turn',
  'system',
  'policy',
  'checkpoint',
  'checkpoint',
  'record-cut',
  'record-omission',
  'revoke',
  'run',
  'describe',
  'describe',
] as const;

export const randomSteps = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), one: fc.nat(1000), other: fc.nat(1000) }),
  { minLength: 1, maxLength: 90, size: 'max' },
);

const callIds = ['a', 'b', 'c\0', 'd\ud800', '😀', 'f"\\'];

const counting = { preset: 'hpd-counting', targetMessageCount: 3, summarizationThreshold: 1 };
const policies = [
  { ...counting, toolResults: { keepRecent: 1 } },
  {
    ...counting,
    useSingleSummary: false,
    toolResults: { keepRecent: 2, clearAtLeast: 12, protectUnread: false },
  },
  { preset: 'agentkit', toolResults: { keepRecent: 1, clearAtLeast: 7 } },
  {
    toolResults: {
      compaction: {
        postRun: { mode: 'simple', truncationThreshold: 30 },
        inRun: { mode: 'auto', truncationThreshold: 50, startIter: 2 },
      },
    },
  },
  {},
].map((document) => {
  const policy = resolvePolicy(document);
  return { policy, version: policyVersion(canonicalPolicy(policy)) };
});

export interface FoldedEvent {
  readonly event: RecordedEvent;
  readonly tokens: number;
  readonly evolution: Evolution;
}

/** The history that the steps tell, and the state that holds all of it in memory. */
export function fold(
  { tenant, conversation }: ConversationKey,
  steps: readonly Step[],
): { folded: FoldedEvent[]; memory: MemoryWorkingSet } {
  const memory = new MemoryWorkingSet(initialHead(tenant, conversation, resolvePolicy({})));
  const opening: Step = { kind: 'policy', one: 0, other: 0 };
  const folded = [opening, ...steps].map((step, index) => {
    const position = index + 1;
    const event = { ...happening(memory, step), id: idOf(memory, step, position), time: null, position };
    const tokens = step.one % 9;
    const evolution = evolve(memory, event as RecordedEvent, { tokens });
    memory.apply(evolution.changes);
    return { event: event as RecordedEvent, tokens, evolution };
  });
  return { folded, memory };
}

function idOf({ head }: MemoryWorkingSet, { kind }: Step, position: number): string {
  return (kind === 'record-cut' ? head.unrecordedCuts[0] : undefined) ?? `event-${position}`;
}

function happening(
  memory: MemoryWorkingSet,
  { kind, one, other }: Step,
): Pick<RecordedEvent, 'type' | 'data'> {
  switch (kind) {
    case 'user':
    case 'assistant':
    case 'system':
      return message(kind, [{ type: 'text', text: 'text' }]);
    case 'calls':
      return message('assistant', [one, other, one + other].slice(0, 1 + (one % 3)).map(callPart));
    case 'result':
      return message('tool', [resultPart(one)]);
    case 'piece':
      return message('assistant', one % 3 ? [callPart(one)] : [{ type: 'reasoning', text: 'why' }], true);
    case 'answers':
      return message(one % 2 ? 'user' : 'tool', [resultPart(one), resultPart(other)]);
    case 'whole-turn':
      return message('assistant', [callPart(one), resultPart(one), callPart(other)], other % 2 === 0);
    case 'policy':
      return policyAssigned(one);
    case 'checkpoint':
    case 'record-cut':
      return checkpointCreated(memory, one, other);
    case 'record-omission':
      return memory.head.compaction.owed.length > 0 && other % 3 > 0
        ? compact()(memory)
        : resultsFiltered(memory, one);
    case 'revoke': {
      const ids = memory.checkpoints().map(({ id }) => id);
      return { type: 'CheckpointRevoked', data: { checkpoint: ids[one % (ids.length + 1)] ?? 'unknown' } };
    }
    case 'run':
      return { type: one % 2 ? 'RunStarted' : 'RunCompleted', data: { runId: `run-${other % 2}` } };
    case 'describe':
      return { type: 'ConversationDescribed', data: descriptions(one, other) };
  }
}

/** Sets and clears titles, users and keys, with what a column could spoil; sometimes more keys than there may be. */
function descriptions(one: number, other: number): ConversationDescribed {
  const text = `said \0 \ud800 ${one} \\u0000`;
  const many = Array.from({ length: 40 }, (_, key) => [`${other % 3}-${key}`, key]);
  const values = [text, one / 7, -0, one % 2 === 0, null];
  const some = { [`k\0${other % 4}`]: values[one % values.length] ?? null, toString: text };
  const metadata = [some, {}, null, Object.fromEntries(many) as Record<string, number>][other % 4];
  return {
    ...(one % 3 === 0 ? {} : { title: one % 3 === 1 ? text : null }),
    ...(other % 3 === 0 ? {} : { user: other % 3 === 1 ? text : null }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function callId(number: number): string {
  return callIds[number % callIds.length] ?? '';
}

function callPart(number: number): Part {
  return { type: 'tool-call', id: callId(number), name: 'look', arguments: '{}' };
}

function resultPart(number: number): Part {
  const content = [{ type: 'text' as const, text: '😀'.repeat(number % 80) }];
  return { type: 'tool-result', callId: callId(number), content };
}

function message(role: 'user' | 'assistant' | 'system' | 'tool', parts: Part[], continues = false) {
  const data = { role, parts, ...(continues && { continues: true as const }) };
  return { type: 'MessageAppended', data } as const;
}

function policyAssigned(number: number) {
  const { policy, version } = policies[number % policies.length] ?? {
    policy: resolvePolicy({}),
    version: '',
  };
  return { type: 'PolicyAssigned', data: { name: null, origin: 'assigned', version, policy } } as const;
}

function checkpointCreated(memory: MemoryWorkingSet, one: number, other: number) {
  const { head } = memory;
  const from = one % 2 ? head.coverage.through : other % (head.unpinned + 1);
  const to = from + (one % 9);
  const first = memory.itemAt(from);
  const last = memory.itemAt(to - 1);
  const range = {
    from: first?.position ?? 1,
    to: last?.position ?? 1,
    fromMessage: first?.eventId ?? '',
    toMessage: last?.eventId ?? '',
    messages: { from, to },
  };
  const supersedes = other % 5 === 0 ? [] : memory.activeWithin(from, to).map(({ id }) => id);
  return {
    type: 'CheckpointCreated',
    data: {
      range,
      summary: 'summary \0 \udfff',
      strategy: 'llm',
      mode: 'single',
      supersedes,
      basis: Math.max(1, head.position - (one % 3)),
      policyVersion: one % 11 === 0 ? 'other' : head.policy.version,
      summarizer: 'extractive',
      promptVersion: null,
      tokensBefore: 10,
      tokensAfter: 3,
      usage: null,
      attempt: 0,
    },
  } as const;
}

function resultsFiltered({ head }: MemoryWorkingSet, one: number) {
  const result = Math.max(1, head.omittedThrough + (one % 4 === 0 ? 1 : 0));
  const omitted = {
    message: '',
    callId: '',
    result,
    mode: 'omitted',
    replacement: '',
    tokensBefore: 1,
    tokensAfter: 0,
  } as const;
  const data = { results: [omitted], basis: head.position, policyVersion: head.policy.version, attempt: 0 };
  return { type: 'ToolResultsFiltered', data } as const;
}
