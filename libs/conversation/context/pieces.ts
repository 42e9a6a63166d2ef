import { isThought, toolCallsOf, toolResultsOf, textOf, type Message, type Role } from '../message';
import type { CountTokens } from './source';

/** Part of a message that stands by itself in a context: what the assistant said, one result, what the user said. */
export interface Piece {
  readonly role: Role;
  /** Indexes of its parts in the message, ascending; null where it is the whole message. */
  readonly parts: readonly number[] | null;
  readonly calls: readonly { readonly id: string; readonly name: string }[];
  /** The call that it answers, and which of the message's results it is, from 0. */
  readonly answer: { readonly callId: string; readonly number: number } | null;
  readonly tokens: number;
}

export type ResultPiece = Piece & { readonly answer: NonNullable<Piece['answer']> };

export function isResult(piece: Piece): piece is ResultPiece {
  return piece.answer !== null;
}

/** True where an assistant's piece holds nothing but reasoning. */
export function isThoughtPiece(message: Message, { role, parts }: Piece): boolean {
  if (role !== 'assistant') return false;
  return isThought({ ...message, parts: message.parts.filter((_, at) => parts?.includes(at) ?? true) });
}

/** Indexes of calls whose id a call before them in the same message has: nothing could tell their results apart. */
export function duplicateCalls({ parts }: Message): number[] {
  const seen = new Set<string>();
  return parts.flatMap((part, at) => {
    if (part.type !== 'tool-call') return [];
    const isDuplicate = seen.has(part.id);
    seen.add(part.id);
    return isDuplicate ? [at] : [];
  });
}

/**
 * A message in pieces, so that each result can stand right behind its call, whatever the producer's format puts into one
 * message. Most messages are one piece. Of an assistant message that holds its results, each result ends a piece; of
 * a user's the results come first; data of a tool message stays with the result after it. Duplicate calls are in no piece. `tokens` of the whole are shared out by the texts.
 */
export function piecesOf(message: Message, tokens: number, count: CountTokens): Piece[] {
  const results = toolResultsOf(message);
  const duplicates = duplicateCalls(message);
  const isOnePiece = results.length === 0 || (message.role === 'tool' && results.length === 1);
  if (isOnePiece && duplicates.length === 0) return [whole(message, tokens)];
  const left = [...message.parts.keys()].filter((at) => !duplicates.includes(at));
  const groups = groupsOf(message, left);
  const texts = groups.map((parts) => textOf({ ...message, parts: parts.map((at) => partAt(message, at)) }));
  const longest = texts.reduce(
    (best, { length }, at) => (length > (texts[best]?.length ?? 0) ? at : best),
    0,
  );
  // The longest takes what the others leave: most messages have one long text, and counting it takes its time.
  const sizes = texts.map((text, at) => (at === longest ? 0 : count(text)));
  const rest = Math.max(0, tokens - sizes.reduce((sum, size) => sum + size, 0));
  let number = 0;
  return groups.map((parts, index) => {
    const result = parts.map((at) => partAt(message, at)).find(({ type }) => type === 'tool-result');
    const calls = parts.flatMap((at) => callAt(message, at));
    const size = index === longest ? rest : (sizes[index] ?? 0);
    if (result?.type !== 'tool-result') {
      return { role: message.role, parts, calls, answer: null, tokens: size };
    }
    const answer = { callId: result.callId, number };
    number += 1;
    return { role: 'tool', parts, calls, answer, tokens: size };
  });
}

/** The piece without the calls whose ids are in use already, null where nothing is left of it, and the parts left out. */
export function withoutUsedCalls(
  message: Message,
  piece: Piece,
  isUsed: (callId: string) => boolean,
): { readonly piece: Piece | null; readonly dropped: readonly number[] } {
  const shown = piece.parts ?? [...message.parts.keys()];
  const dropped = shown.filter((at) => callAt(message, at).some(({ id }) => isUsed(id)));
  if (dropped.length === 0) return { piece, dropped };
  const parts = shown.filter((at) => !dropped.includes(at));
  const calls = piece.calls.filter(({ id }) => !isUsed(id));
  return { piece: parts.length > 0 ? { ...piece, parts, calls } : null, dropped };
}

function whole(message: Message, tokens: number): Piece {
  const [result] = toolResultsOf(message);
  return {
    role: message.role,
    parts: null,
    calls: toolCallsOf(message),
    answer: result ? { callId: result.callId, number: 0 } : null,
    tokens,
  };
}

function groupsOf(message: Message, left: readonly number[]): number[][] {
  switch (message.role) {
    case 'assistant':
      return inOrder(message, left);
    case 'tool':
      return withResults(message, left);
    case 'user':
    case 'system':
    case 'developer':
      return resultsFirst(message, left);
  }
}

/** Each result with what stands before it, the last one with what follows it too. */
function withResults(message: Message, left: readonly number[]): number[][] {
  const groups: number[][] = [];
  let current: number[] = [];
  for (const at of left) {
    current.push(at);
    if (!isResultAt(message, at)) continue;
    groups.push(current);
    current = [];
  }
  groups.at(-1)?.push(...current);
  return groups;
}

function resultsFirst(message: Message, left: readonly number[]): number[][] {
  const results = left.filter((at) => isResultAt(message, at)).map((at) => [at]);
  const rest = left.filter((at) => !isResultAt(message, at));
  return rest.length === 0 ? results : [...results, rest];
}

function inOrder(message: Message, left: readonly number[]): number[][] {
  const groups: number[][] = [];
  let current: number[] = [];
  for (const at of left) {
    if (!isResultAt(message, at)) {
      current.push(at);
      continue;
    }
    if (current.length > 0) groups.push(current);
    groups.push([at]);
    current = [];
  }
  return current.length > 0 ? [...groups, current] : groups;
}

function isResultAt(message: Message, at: number): boolean {
  return partAt(message, at).type === 'tool-result';
}

function partAt({ parts }: Message, at: number): Message['parts'][number] {
  const part = parts[at];
  if (!part) throw new RangeError(`the message has no part ${at}`);
  return part;
}

function callAt(message: Message, at: number): Piece['calls'] {
  const part = partAt(message, at);
  return part.type === 'tool-call' ? [part] : [];
}
