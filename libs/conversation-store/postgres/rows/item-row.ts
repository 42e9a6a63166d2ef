import type { Item } from '@verbatim/conversation';
import { fromColumn, fromJsonColumn } from '../text-column';
import { toNumber, toNumberOrNull } from './columns';

/** A row of `conversation_items` without its conversation. */
export interface ItemRow {
  readonly position: string;
  readonly event_id: string;
  readonly role: Item['role'];
  readonly ordinal: number | null;
  readonly group_position: string | null;
  readonly calls: readonly string[];
  readonly reused: readonly string[];
  readonly answers: readonly string[];
  readonly first_result: number;
  readonly unmatched: Item['unmatched'];
  readonly stray: readonly number[];
  readonly lengths: readonly number[];
  readonly replacements: unknown;
  readonly characters: number;
  readonly run: number;
  readonly iteration: string;
  readonly tokens: number;
  readonly tokens_through: string;
  readonly result_tokens_through: string;
}

export const itemColumns =
  'position, event_id, role, ordinal, group_position, calls, reused, answers, first_result, unmatched, stray, lengths, ' +
  'replacements, characters, run, iteration, tokens, tokens_through, result_tokens_through';

export function itemFromRow(row: ItemRow): Item {
  return {
    position: toNumber(row.position),
    eventId: fromColumn(row.event_id),
    role: row.role,
    ordinal: row.ordinal,
    group: toNumberOrNull(row.group_position),
    calls: row.calls.map(fromColumn),
    reused: row.reused.map(fromColumn),
    answers: row.answers.map(fromColumn),
    firstResult: row.first_result,
    unmatched: row.unmatched,
    stray: row.stray,
    lengths: row.lengths,
    replacements: fromJsonColumn<Item['replacements']>(row.replacements),
    characters: row.characters,
    run: row.run,
    iteration: toNumber(row.iteration),
    tokens: row.tokens,
    tokensThrough: toNumber(row.tokens_through),
    resultTokensThrough: toNumber(row.result_tokens_through),
  };
}
