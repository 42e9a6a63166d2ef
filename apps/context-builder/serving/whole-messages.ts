import type { Entry, MessageEntry } from '@verbatim/conversation';

/**
 * Puts pieces of one message that stand next to each other, in their order and with nothing left out or replaced, back
 * into the message as it came: it then leaves as its own text.
 */
export function wholeMessages(entries: readonly Entry[]): Entry[] {
  const joined: Entry[] = [];
  for (let at = 0; at < entries.length;) {
    const pieces = piecesFrom(entries, at);
    const whole = pieces.length > 1 ? joinedPieces(pieces) : null;
    const entry = entries[at];
    if (whole) joined.push(whole);
    else if (entry) joined.push(entry);
    at += whole ? pieces.length : 1;
  }
  return joined;
}

type Piece = Extract<MessageEntry, { kind: 'message' | 'pending' }>;

function isPiece(entry: Entry | undefined): entry is Piece {
  return (entry?.kind === 'message' || entry?.kind === 'pending') && entry.parts !== null;
}

function piecesFrom(entries: readonly Entry[], start: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = start; at < entries.length; at += 1) {
    const entry = entries[at];
    if (!isPiece(entry) || entry.event !== (pieces[0] ?? entry).event) break;
    pieces.push(entry);
  }
  return pieces;
}

function joinedPieces(pieces: readonly Piece[]): Entry | null {
  const [first] = pieces;
  const parts = pieces.flatMap((piece) => piece.parts ?? []);
  if (!first) return null;
  const { message } = first.source;
  const isWhole = parts.length === message.parts.length && parts.every((part, index) => part === index);
  if (!isWhole) return null;
  return {
    ...first,
    role: message.role,
    parts: null,
    calls: new Map(pieces.flatMap((piece) => [...piece.calls])),
    tokens: pieces.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}
