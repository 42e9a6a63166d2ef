import { fragmentValues } from '../encoding';
import type { BodyRepair } from '../format';
import { typeOf } from '../json-object';
import { type JsonText, listOf } from '../json-text';

export interface Block {
  readonly json: string;
  readonly value: unknown;
  /** Index of the text it came in. */
  readonly fragment: number;
}

/** A message of the body; `raw` is its text as it came, null once it is joined of several or changed. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly Block[];
  readonly raw: string | null;
}

interface Piece extends Turn {
  readonly fragment: number;
  readonly joins: boolean;
}

export interface Fragments {
  readonly system: readonly { readonly raw: JsonText; readonly fragment: number }[];
  readonly pieces: readonly Piece[];
}

export function readFragments(texts: readonly string[]): Fragments {
  const all = fragmentValues(texts);
  return {
    system: all.flatMap(({ json, fragment }) => {
      const system = json.property('system');
      return system ? [{ raw: system, fragment }] : [];
    }),
    pieces: all.flatMap(({ json, fragment }) => (json.property('role') ? [pieceOf(json, fragment)] : [])),
  };
}

function pieceOf(raw: JsonText, fragment: number): Piece {
  const role = raw.property('role')?.value() === 'assistant' ? 'assistant' : 'user';
  const content = raw.property('content');
  const joins = raw.property('joins') !== undefined;
  const blocks = content ? blocksOf(content, fragment) : [];
  return { role, blocks, raw: joins ? null : raw.slice(), fragment, joins };
}

/** A string is shorthand for one block of text. */
export function blocksOf(content: JsonText, fragment: number): Block[] {
  if (content.kind !== 'string') {
    return content.elements().map((block) => ({ json: block.slice(), value: block.value(), fragment }));
  }
  const json = `{"type":"text","text":${content.slice()}}`;
  return [{ json, value: { type: 'text', text: content.value() }, fragment }];
}

/** Pieces of a role that follow each other become one turn; told where two producers' messages, no results, were joined. */
export function joinPieces(pieces: readonly Piece[], repairs: BodyRepair[]): Turn[] {
  pieces.forEach((piece, at) => {
    const before = pieces[at - 1];
    if (!before || !isBrokenAlternation(before, piece)) return;
    const detail = `it follows a message of the same role (${piece.role}) and leaves as one with it`;
    repairs.push({ code: 'turns-merged', detail, fragment: piece.fragment });
  });
  return joinTurns(pieces.map(({ role, blocks, raw }) => ({ role, blocks, raw })));
}

function isBrokenAlternation(before: Piece, piece: Piece): boolean {
  if (before.role !== piece.role || before.fragment === piece.fragment) return false;
  return ![before, piece].some((one) => one.joins || one.blocks.every(isResult));
}

/** Turns of one role that follow each other become one; empty ones go. */
export function joinTurns(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns.filter(({ blocks }) => blocks.length > 0)) {
    const last = joined.at(-1);
    if (last?.role !== turn.role) joined.push(turn);
    else joined[joined.length - 1] = { role: turn.role, blocks: [...last.blocks, ...turn.blocks], raw: null };
  }
  return joined;
}

export function isResult({ value }: Block): boolean {
  return typeOf(value) === 'tool_result';
}

export function turnText({ role, blocks, raw }: Turn): string {
  return raw ?? `{"role":"${role}","content":${listOf(blocks.map(({ json }) => json))}}`;
}
