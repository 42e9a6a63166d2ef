import { isEmptyReply, toolCallsOf, toolResultsOf } from '../message';
import type { ComposeOptions, Notice, PendingMessage } from './source';
import { Turn } from './turn';

/** Messages handed over with the request come last, in their order; their results join the calls they answer. */
export function addPending(
  pending: readonly PendingMessage[],
  journaled: readonly Turn[],
  { overhead }: ComposeOptions,
): { turns: Turn[]; losses: Notice[] } {
  const turns = [...journaled];
  const losses: Notice[] = [];
  for (const [index, source] of pending.entries()) {
    const { id, message } = source;
    const tokens = source.tokens + overhead.perMessage;
    const entry = { kind: 'pending', event: id, role: message.role, source, tokens } as const;
    const answers = toolResultsOf(message).map((result) => result.callId);
    const caller = turns.findLast((turn) => turn.unanswered().some((callId) => answers.includes(callId)));
    if (caller) {
      caller.addResult(answers, entry, true);
    } else if (answers.length > 0) {
      losses.push({ code: 'orphan-result', event: id, detail: `no call ${answers.join(', ')} is open` });
    } else {
      const calls = toolCallsOf(message).map((call) => call.id);
      if (calls.length === 0) for (const turn of turns) turn.open = false;
      if (isEmptyReply(message)) {
        losses.push(emptyReply(id));
        continue;
      }
      const ordinal = Number.MAX_SAFE_INTEGER - pending.length + index;
      const place = { ordinal, tokensThrough: Number.MAX_SAFE_INTEGER, kept: true, unread: true };
      turns.push(new Turn(entry, calls, place, calls.length > 0));
    }
  }
  return { turns, losses };
}

export function emptyReply(event: string): Notice {
  return { code: 'empty-message', event, detail: 'it has neither content nor calls' };
}
