import fc from 'fast-check';
import { planCheckpoint } from '../decide';
import { checkpointOver, recordCut, recordOmissions, revoke, summarize } from './checkpoints';
import { compact } from './compactions';
import type { Conversation } from './conversation';
import {
  assistant,
  piece,
  policy,
  result,
  resultsAndQuestion,
  runCompleted,
  runStarted,
  system,
  thought,
  user,
  wholeTurn,
  type EventSpec,
} from './events';

/** One thing that happens to a conversation; it looks at the state to find what it can happen to. */
export type Step = (conversation: Conversation) => readonly EventSpec[];

const callIds = ['a', 'b', 'c', 'd'];
const calls = fc.array(fc.constantFrom(...callIds), { minLength: 1, maxLength: 3 });
const callId = fc.constantFrom(...callIds);
const text = fc.integer({ min: 0, max: 60 }).map((length) => 'x'.repeat(length));
export const always =
  (...specs: EventSpec[]): Step =>
  () =>
    specs;

const compactionMode = fc.constantFrom('simple', 'auto', null);

const compactions = fc
  .record({ postRun: compactionMode, inRun: compactionMode, startIter: fc.constantFrom(1, 2) })
  .map(({ postRun, inRun, startIter }) => ({
    postRun: postRun && { mode: postRun, truncationThreshold: 30 },
    inRun: inRun && { mode: inRun, truncationThreshold: 12, startIter },
  }));

const policies = fc
  .record({
    triggerAt: fc.integer({ min: 3, max: 6 }),
    keepRecent: fc.integer({ min: 1, max: 2 }),
    summary: fc.constantFrom('llm', 'llm', 'none'),
    mode: fc.constantFrom('layered', 'single', 'single'),
    keepResults: fc.integer({ min: 0, max: 3 }),
    protectUnread: fc.boolean(),
    clearAtLeast: fc.constantFrom(0, 10),
    off: fc.constantFrom(true, false, false, false),
    compaction: compactions,
  })
  .map(({ keepResults, protectUnread, clearAtLeast, off, compaction, ...numbers }) => {
    const toolResults = { keepRecent: keepResults, protectUnread, clearAtLeast, compaction };
    const history = { ...numbers, retriggerAt: numbers.triggerAt };
    return always(policy({ toolResults, ...(off ? {} : { history }) }));
  });

const checkpointSteps: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constantFrom('due', 'due', 'due', 'any', 'revoke', 'revoke', 'record', 'compact', 'compact'),
    at: fc.nat(50),
    length: fc.nat(6),
  })
  .map(({ kind, at, length }) => ({ ws, head }: Conversation): readonly EventSpec[] => {
    const known = ws.checkpoints();
    const chosen = known[at % Math.max(known.length, 1)];
    switch (kind) {
      case 'due':
        return planCheckpoint(ws) ? [summarize()] : [];
      case 'any': {
        const from = at % Math.max(head.unpinned, 1);
        const to = Math.min(head.unpinned, from + length + 1);
        const supersedes = chosen && length % 2 === 0 ? [chosen.id] : [];
        return from < to ? [checkpointOver(from, to, { supersedes })] : [];
      }
      case 'revoke':
        return chosen ? [revoke(chosen.id)] : [];
      case 'compact':
        return head.compaction.owed.length > 0 ? [compact({ summary: '', most: length + 1 })] : [];
      case 'record': {
        const [cut] = head.unrecordedCuts;
        const omissions = head.omittedThrough > head.omissionsRecorded ? [recordOmissions()] : [];
        return cut === undefined ? omissions : [recordCut(cut)];
      }
    }
  });

/** Anything that may happen next. */
export const historyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: text.map((said) => always(user(said))) },
  { weight: 6, arbitrary: text.map((said) => always(user(said), assistant(said))) },
  { weight: 4, arbitrary: text.map((said) => always(assistant(said))) },
  { weight: 8, arbitrary: fc.tuple(text, calls).map(([said, ids]) => always(assistant(said, ids))) },
  { weight: 14, arbitrary: fc.tuple(callId, text).map(([id, said]) => always(result(id, said))) },
  { weight: 6, arbitrary: calls.map((ids) => always(assistant('', ids), ...ids.map((id) => result(id)))) },
  { weight: 3, arbitrary: fc.tuple(text, calls).map(([said, ids]) => always(thought(said), piece('', ids))) },
  { weight: 3, arbitrary: calls.map((ids) => always(piece('begins'), ...ids.map((id) => piece('', [id])))) },
  { weight: 3, arbitrary: fc.tuple(calls, text).map(([ids, said]) => always(resultsAndQuestion(ids, said))) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(calls, fc.nat(3), text)
      .map(([ids, some, said]) => always(wholeTurn(ids, ids.slice(0, some), said))),
  },
  { weight: 1, arbitrary: text.map((said) => always(system(said))) },
  { weight: 1, arbitrary: fc.constantFrom('r', 's').map((id) => always(runStarted(id))) },
  { weight: 1, arbitrary: fc.constantFrom('r', 's').map((id) => always(runCompleted(id))) },
  { weight: 1, arbitrary: fc.constantFrom('r', 's').map((runId) => always(user('marked', { runId }))) },
  { weight: 2, arbitrary: policies },
  { weight: 12, arbitrary: checkpointSteps },
);

/** Histories with late, early, duplicate and orphan results, ids used again, marked runs, wrong and revoked checkpoints. */
export const histories = fc
  .tuple(policies, fc.array(historyStep, { maxLength: 30, size: 'max' }))
  .map(([first, rest]) => [first, ...rest]);

/** Plays a history step by step; `after` sees the state behind each. */
export function play(
  conversation: Conversation,
  steps: readonly Step[],
  after: (conversation: Conversation) => void = () => {},
): Conversation {
  for (const each of steps) {
    for (const spec of each(conversation)) {
      conversation.append(spec);
      after(conversation);
    }
  }
  return conversation;
}
