import { approvalsOf, type Approvals } from '../approvals';
import type { RecordedEvent } from '../events';
import { toolCallsOf, toolResultsOf, type Message } from '../message';
import type { Group, Obligation } from '../state';
import type { Draft } from './draft';

/**
 * Of calls whose turn is over and of approvals: the oldest are kept, since the newer ones are likelier to be in view.
 * Those of turns that are still open come on top, as many as one turn may have.
 */
export const MOST_OBLIGATIONS = 50;
const MOST_OPEN = 256;

/** Longer ids and names are no tool's; the head stays small. */
const LONGEST_ID = 256;
const LONGEST_NAME = 64;

const nothingSaid: Approvals = { requests: [], answers: [] };

/**
 * Follows what is still owed: a call is, from when it is made until its result comes; an approval, until it is given or
 * refused. A later message that says the same call again, with its result or with the same approval, stands for it.
 * Only calls that come while the policy asks for it are followed.
 */
export function followObligations(draft: Draft, event: RecordedEvent): void {
  const before = draft.head.obligations;
  const message = event.type === 'MessageAppended' ? event.data : null;
  const opened = message ? openedBy(draft, event, message) : [];
  if (before.length === 0 && opened.length === 0) return;
  const said = message ? approvalsOf(message) : nothingSaid;
  const standing = before
    .filter((each) => message === null || !saysAgain(message, said, each))
    .flatMap((each) => afterAnswers(each, said.answers));
  const open = new Set(draft.head.openGroups.map(({ position }) => position));
  const pending = stillPending([...standing, ...opened], draft.changes().groups);
  draft.update({ obligations: bounded(pending, open) });
}

function openedBy(draft: Draft, event: RecordedEvent, message: Message): Obligation[] {
  const item = draft.item(event.position);
  if (!item || item.ordinal === null || !draft.head.policy.document.obligations) return [];
  const place = { event: event.id, position: item.position, ordinal: item.ordinal };
  const { requests } = approvalsOf(message);
  const calls = item.calls.map((callId): Obligation => {
    const name = toolCallsOf(message).find(({ id }) => id === callId)?.name ?? '';
    const approval = requests.find((request) => request.callId === callId)?.id ?? null;
    const kind = approval === null ? 'call' : 'approval';
    return { kind, callId, name: short(name), ...place, group: item.group, approval };
  });
  const others = requests
    .filter(({ callId }) => callId === null || !item.calls.includes(callId))
    .map(({ id, callId, name }): Obligation => {
      return {
        kind: 'approval',
        callId: callId ?? id,
        name: short(name),
        ...place,
        group: null,
        approval: id,
      };
    });
  return [...calls, ...others].filter(
    ({ callId, approval }) => callId.length <= LONGEST_ID && (approval ?? '').length <= LONGEST_ID,
  );
}

/** True where the message makes that call again, with its result or with what became of its approval. */
function saysAgain(message: Message, said: Approvals, { callId, name }: Obligation): boolean {
  const again = toolCallsOf(message).find((call) => call.id === callId && short(call.name) === name);
  if (!again) return false;
  const isAnswered = toolResultsOf(message).some((result) => result.callId === callId);
  return isAnswered || again.approval !== undefined || said.requests.some((each) => each.callId === callId);
}

/** A refused approval leaves nothing to be done; one that is given leaves the call, where that is ours. */
function afterAnswers(obligation: Obligation, answers: Approvals['answers']): Obligation[] {
  const answer = answers.find(({ id }) => id === obligation.approval);
  if (!answer) return [obligation];
  return answer.granted && obligation.group !== null ? [{ ...obligation, kind: 'call', approval: null }] : [];
}

/** Without those whose groups have changed and do not wait for them any more. An id that is used twice waits twice. */
function stillPending(obligations: readonly Obligation[], changed: readonly Group[]): Obligation[] {
  const waiting = new Map(changed.map(({ position, pending }) => [position, [...pending]]));
  return obligations.filter(({ group, callId }) => {
    const pending = group === null ? undefined : waiting.get(group);
    if (!pending) return true;
    const at = pending.indexOf(callId);
    if (at >= 0) pending.splice(at, 1);
    return at >= 0;
  });
}

function bounded(obligations: readonly Obligation[], openGroups: ReadonlySet<number>): Obligation[] {
  const isOpen = ({ group }: Obligation): boolean => group !== null && openGroups.has(group);
  let left = MOST_OBLIGATIONS;
  let leftOpen = MOST_OPEN;
  return obligations.filter((each) => (isOpen(each) ? leftOpen-- : left--) > 0);
}

function short(name: string): string {
  const points = Array.from(name.slice(0, 2 * LONGEST_NAME + 2));
  return points.length > LONGEST_NAME ? `${points.slice(0, LONGEST_NAME).join('')}…` : name;
}
