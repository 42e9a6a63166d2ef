import { simpleCut } from '../decide';
import { isEmptyReply } from '../message';
import { isLive, replacementOf } from '../state';
import type { MessageEntry } from './entry';
import type { Findings } from './findings';
import { duplicateCall, duplicateResult, emptyReply, lateResult, orphanResult } from './notices';
import {
  duplicateCalls,
  isResult,
  isThoughtPiece,
  piecesOf,
  withoutUsedCalls,
  type Piece,
  type ResultPiece,
} from './pieces';
import type { ComposeOptions, ContextSource, SourceMessage } from './source';
import { originalText, replacementText } from './replacement-text';
import { placeholderText } from './texts';
import { Turn } from './turn';

/** The turns that a conversation's journaled messages make: each message in its pieces, each result behind its call. */
export class JournaledTurns {
  private readonly turns = new Map<number, Turn>();
  private readonly newestUser: SourceMessage | null;
  private readonly cuts: ReadonlyMap<number, number>;

  constructor(
    private readonly source: ContextSource,
    private readonly options: ComposeOptions,
    private readonly findings: Findings,
  ) {
    const { newestUser, pending } = source;
    this.cuts = pendingCuts(source);
    // A pending one replaces it.
    this.newestUser = pending.some(({ message }) => message.role === 'user') ? null : newestUser;
  }

  compose(): Turn[] {
    const results = this.messages().flatMap((message) => this.say(message));
    for (const { message, piece } of results) {
      const { group } = message.item;
      this.answer(message, piece, group === null ? undefined : this.turns.get(group));
    }
    return [...this.turns.values()];
  }

  /** A newest user message that a checkpoint covers is shown after its summary. */
  private messages(): SourceMessage[] {
    const { newestUser, source } = this;
    const unpinned = source.messages.filter(({ item }) => item.ordinal !== null);
    const isListed = unpinned.some(({ item }) => item.position === newestUser?.item.position);
    return newestUser === null || isListed ? unpinned : [...unpinned, newestUser];
  }

  /** Adds what the message says to its turn, if that is shown, and gives the results that answer other messages' calls. */
  private say(message: SourceMessage): { message: SourceMessage; piece: ResultPiece }[] {
    const { role, ordinal, eventId } = message.item;
    if (isEmptyReply(message.message)) {
      this.findings.repair(ordinal ?? 0, emptyReply(eventId));
      return [];
    }
    for (const part of duplicateCalls(message.message)) {
      this.findings.repair(ordinal ?? 0, duplicateCall(eventId, part));
    }
    const pieces = piecesOf(message.message, message.tokens, this.options.count);
    const own = role === 'assistant' ? pieces : pieces.filter((piece) => !isResult(piece));
    if (own.length > 0 && this.isShown(message)) this.sayAll(message, own);
    if (role === 'assistant') return [];
    return pieces.filter(isResult).map((piece) => ({ message, piece }));
  }

  /** Others are here for their results alone. */
  private isShown({ item }: SourceMessage): boolean {
    const isNewest = item.position === this.newestUser?.item.position;
    return isNewest || isLive(this.source.head.coverage, item.ordinal ?? 0);
  }

  /** Adds the pieces in their order, the results of an assistant's own calls among them. */
  private sayAll(message: SourceMessage, pieces: readonly Piece[]): void {
    const { reused, eventId, ordinal } = message.item;
    const turn = this.turnOf(message);
    for (const piece of pieces) {
      if (isResult(piece)) {
        this.answer(message, piece, turn);
        continue;
      }
      const said = withoutUsedCalls(message.message, piece, (callId) => turn.calls(callId));
      for (const part of said.dropped) this.findings.repair(ordinal ?? 0, duplicateCall(eventId, part), turn);
      if (said.piece === null) continue;
      const calls = said.piece.calls.map(({ id, name }) => ({
        id,
        name,
        again: reused.includes(id) ? eventId : null,
      }));
      turn.say(this.entryOf(message, said.piece), calls, isThoughtPiece(message.message, said.piece));
      if (this.source.head.unreadFrom === ordinal && calls.length > 0) turn.markUnread({ kept: true });
    }
  }

  /** The turn that a message begins or, as a piece, goes on with. */
  private turnOf(message: SourceMessage): Turn {
    const { position, group, role } = message.item;
    // What began the group may not be shown.
    const key = role === 'assistant' ? (group ?? position) : position;
    const begun = this.turns.get(key);
    if (begun) return begun;
    const turn = Turn.of(this.source.head, message, this.newestUser?.item.position ?? null);
    this.turns.set(key, turn);
    return turn;
  }

  /** A result that answers nothing in view is not shown, and reported. */
  private answer(message: SourceMessage, piece: ResultPiece, turn: Turn | undefined): void {
    const { callId, number } = piece.answer;
    const isStray = message.item.stray.includes(number);
    if (isStray || !turn?.answer(callId, this.entryOf(message, piece))) {
      this.reportUnanswering(message, callId, turn);
      return;
    }
    if (message.item.firstResult + number > this.source.head.readResults) turn.markUnread({ kept: false });
  }

  /** A second result is repaired away; one whose call is not there, or in a summary, is a loss unless it is in one itself. */
  private reportUnanswering({ item }: SourceMessage, callId: string, turn: Turn | undefined): void {
    const { head, groups } = this.source;
    const event = item.eventId;
    const ordinal = item.ordinal ?? 0;
    if (!isLive(head.coverage, ordinal)) return;
    if (item.unmatched === 'orphan') {
      this.findings.lose(ordinal, orphanResult(event, `the call ${callId} has not come`), turn);
      return;
    }
    if (item.unmatched === 'duplicate' || turn) {
      this.findings.repair(ordinal, duplicateResult(event, callId), turn);
      return;
    }
    const [caller] = groups.find((group) => group.position === item.group)?.members ?? [];
    if (!caller || isLive(head.coverage, caller.ordinal)) return;
    this.findings.lose(ordinal, lateResult(event, callId));
  }

  private entryOf(source: SourceMessage, { role, parts, answer, tokens }: Piece): MessageEntry {
    const { item, message } = source;
    const { head } = this.source;
    const { overhead, count } = this.options;
    const about = { event: item.eventId, role, source, parts, calls: new Map() };
    const replaced = (text: string): Extract<MessageEntry, { kind: 'replacement' }> => ({
      ...about,
      kind: 'replacement',
      text,
      tokens: count(text) + overhead.perMessage,
    });
    if (answer !== null && item.firstResult + answer.number <= head.omittedThrough) {
      return replaced(placeholderText(head.placeholder, item.eventId));
    }
    const replacement = replacementOf(item, answer?.number ?? null);
    if (replacement) {
      const text = replacementText(replacement, originalText(message, replacement.answer));
      return replacement.mode === 'summarized' ? { ...replaced(text), summary: text } : replaced(text);
    }
    const cutTo = answer && this.cuts.get(item.firstResult + answer.number);
    const shown = cutTo === null || cutTo === undefined ? {} : { cutTo };
    return { ...about, ...shown, kind: 'message', tokens: tokens + overhead.perMessage };
  }
}

/** What results may be cut to whose summaries are not there yet, by their numbers. */
function pendingCuts({ head }: ContextSource): ReadonlyMap<number, number> {
  const owed = head.compaction.owed.filter(({ mode }) => mode === 'summarized');
  return new Map(owed.map((each) => [each.result, simpleCut(head, each) ?? each.characters]));
}
