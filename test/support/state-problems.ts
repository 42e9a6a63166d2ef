import { isDeepStrictEqual } from 'node:util';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import { keyParameters } from '@verbatim/conversation-store/postgres/key-parameters';
import { loadDescription } from '@verbatim/conversation-store/postgres/projection/load-description';
import { toNumber, toNumberOrNull } from '@verbatim/conversation-store/postgres/rows/columns';
import {
  groupColumns,
  groupFromRow,
  type GroupRow,
} from '@verbatim/conversation-store/postgres/rows/group-row';
import { itemColumns, itemFromRow, type ItemRow } from '@verbatim/conversation-store/postgres/rows/item-row';
import { fromColumn } from '@verbatim/conversation-store/postgres/text-column';
import type { Database } from '@verbatim/postgres';
import { TiktokenCounter } from '@verbatim/tokens';
import { foldThrough } from '../../apps/context-builder/serving/folded-source';

interface CallRow {
  readonly call_id: string;
  readonly opened_at: string;
  readonly group_position: string | null;
  readonly result: string | null;
}

const counter = new TiktokenCounter();

/**
 * What the projection holds of a conversation and the journal's raw events do not give when they are folded from the first,
 * or the other way round, row by row, in sentences.
 */
export async function stateProblems(
  { database, reader }: { readonly database: Database; readonly reader: ConversationReader },
  key: ConversationKey,
): Promise<{ readonly position: number; readonly problems: string[] }> {
  const stored = await reader.head(key);
  const position = stored?.journalPosition ?? 0;
  const { ws } = await foldThrough(reader, key, position, counter);
  const rowsOf = <T extends object>(columns: string, table: string): Promise<T[]> =>
    database.query<T>(
      `SELECT ${columns} FROM ${table} WHERE tenant = $1 AND conversation = $2`,
      keyParameters(key),
    );
  const items = (await rowsOf<ItemRow>(itemColumns, 'conversation_items')).map(itemFromRow);
  const groups = (await rowsOf<GroupRow>(groupColumns, 'conversation_groups')).map(groupFromRow);
  const columns = 'call_id, opened_at, group_position, result';
  const calls = (await rowsOf<CallRow>(columns, 'conversation_calls')).map(callFromRow);
  const callIds = [...calls, ...ws.items().flatMap((item) => item.calls.map((callId) => ({ callId })))];
  const folded = [...new Set(callIds.map(({ callId }) => callId))].flatMap((callId) => ws.calls(callId));
  return {
    position,
    problems: [
      ...differences('head', stored ? [stored.head] : [], [ws.head], () => ''),
      ...differences('item', items, ws.items(), (item) => item.position),
      ...differences('group', groups, ws.groups(), (group) => group.position),
      ...differences('call', calls, folded, (call) => `${call.callId} at ${call.openedAt}`),
      ...differences('description', [await loadDescription(database, key)], [ws.description()], () => ''),
      ...differences('checkpoint', await reader.checkpoints(key), ws.checkpoints(), ({ id }) => id),
    ],
  };
}

function callFromRow(row: CallRow) {
  return {
    callId: fromColumn(row.call_id),
    openedAt: toNumber(row.opened_at),
    group: toNumberOrNull(row.group_position),
    result: toNumberOrNull(row.result),
  };
}

function differences<T>(
  what: string,
  stored: readonly T[],
  folded: readonly T[],
  nameOf: (row: T) => string | number,
): string[] {
  const rows = new Map(stored.map((row) => [nameOf(row), asJson(row)]));
  const others = new Map(folded.map((row) => [nameOf(row), asJson(row)]));
  const twice = stored.length > rows.size ? [`a ${what} is stored twice`] : [];
  const names = [...new Set([...rows.keys(), ...others.keys()])];
  const different = names.filter((name) => !isDeepStrictEqual(rows.get(name), others.get(name)));
  const said = different.map((name) => {
    const [one, other] = [rows.get(name), others.get(name)].map((row) => JSON.stringify(row) ?? 'nothing');
    return `${what} ${name}: ${one} is stored, ${other} is folded`;
  });
  return [...twice, ...said];
}

/** As a column of JSON holds it: a member that is undefined is none. */
function asJson(row: unknown): unknown {
  return JSON.parse(JSON.stringify(row));
}
