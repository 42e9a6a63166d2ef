import { isEmptyReply, unansweredCallsOf } from '../message';
import type { Findings } from './findings';
import { duplicateCall, emptyReply, orphanResult } from './notices';
import { duplicateCalls, isResult, isThoughtPiece, piecesOf, withoutUsedCalls, type Piece } from './pieces';
import type { ComposeOptions, PendingMessage } from './source';
import { Turn } from './turn';

/** Messages handed over with the request come last, in their order; their results join the calls they answer. */
export function addPending(
  pending: readonly PendingMessage[],
  journaled: readonly Turn[],
  { overhead, count }: ComposeOptions,
  findings: Findings,
): Turn[] {
  const turns = [...journaled];
  let latest: Turn | undefined;
  for (const [index, source] of pending.entries()) {
    const { id, message } = source;
    const ordinal = Number.MAX_SAFE_INTEGER - pending.length + index;
    if (isEmptyReply(message)) findings.repair(ordinal, emptyReply(id));
    for (const part of duplicateCalls(message)) findings.repair(ordinal, duplicateCall(id, part));
    let own = message.role === 'assistant' && message.continues === true ? latest : undefined;
    for (const piece of isEmptyReply(message) ? [] : piecesOf(message, source.tokens, count)) {
      const { role, parts } = piece;
      const tokens = piece.tokens + overhead.perMessage;
      const entry = { kind: 'pending', event: id, role, source, parts, calls: new Map(), tokens } as const;
      if (isResult(piece)) {
        const { callId } = piece.answer;
        const caller = own ?? turns.findLast((turn) => turn.unanswered().includes(callId));
        if (caller?.answer(callId, entry)) caller.markUnread({ kept: false });
        else findings.lose(ordinal, orphanResult(id, `no call ${callId} is open`));
        continue;
      }
      own ??= begin(turns, ordinal, unansweredCallsOf(message));
      const turn = own;
      const said = withoutUsedCalls(message, piece, (callId) => turn.calls(callId));
      for (const part of said.dropped) findings.repair(ordinal, duplicateCall(id, part));
      if (said.piece === null) continue;
      const calls = said.piece.calls.map((call) => named(call, id, turns));
      turn.say({ ...entry, parts: said.piece.parts }, calls, isThoughtPiece(message, said.piece));
    }
    const asksNothing = message.role !== 'tool' && unansweredCallsOf(message).length === 0;
    if (asksNothing) for (const turn of turns) turn.open = false;
    latest = message.role === 'assistant' ? own : undefined;
  }
  return turns;
}

function named({ id, name }: Piece['calls'][number], event: string, turns: readonly Turn[]) {
  return { id, name, again: turns.some((turn) => turn.calls(id)) ? event : null };
}

function begin(turns: Turn[], ordinal: number, calls: readonly string[]): Turn {
  const place = { ordinal, tokensThrough: Number.MAX_SAFE_INTEGER, kept: true, unread: true };
  const turn = new Turn(place, calls.length > 0);
  turns.push(turn);
  return turn;
}
