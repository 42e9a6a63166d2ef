import {
  genesisLink,
  nextLink,
  payloadDigest,
  type ConversationKey,
  type ConversationReader,
} from '@verbatim/conversation-store';
import { keyParameters } from '@verbatim/conversation-store/postgres/key-parameters';
import {
  groupColumns,
  groupFromRow,
  type GroupRow,
} from '@verbatim/conversation-store/postgres/rows/group-row';
import { itemColumns, itemFromRow, type ItemRow } from '@verbatim/conversation-store/postgres/rows/item-row';
import type { Database } from '@verbatim/postgres';
import { TiktokenCounter } from '@verbatim/tokens';
import { eventsThrough, foldThrough } from '../../apps/context-builder/serving/folded-source';
import type { ConversationClient } from './conversation-client';

/** What the projection holds is what the journal's raw events give when they are folded from the first, row by row. */
export async function expectSameState(
  { database, reader }: { readonly database: Database; readonly reader: ConversationReader },
  key: ConversationKey,
): Promise<number> {
  const stored = await reader.head(key);
  const position = stored?.journalPosition ?? 0;
  const { ws } = await foldThrough(reader, key, position, new TiktokenCounter());
  expect(stored?.head).toEqual(ws.head);
  const ids = ws.checkpoints().map(({ id }) => id);
  const checkpoints = await reader.checkpoints(key);
  expect(new Map(checkpoints.map((each) => [each.id, each]))).toEqual(
    new Map(ids.map((id) => [id, ws.checkpoint(id)])),
  );
  const rowsOf = <T extends object>(columns: string, table: string): Promise<T[]> =>
    database.query<T>(
      `SELECT ${columns} FROM ${table} WHERE tenant = $1 AND conversation = $2 ORDER BY position`,
      keyParameters(key),
    );
  const items = await rowsOf<ItemRow>(itemColumns, 'conversation_items');
  expect(items.map(itemFromRow)).toEqual(ws.items());
  const groups = await rowsOf<GroupRow>(groupColumns, 'conversation_groups');
  const folded = ws.groups().toSorted((one, other) => one.position - other.position);
  expect(groups.map(groupFromRow)).toEqual(folded);
  return position;
}

/** Every link from the salt, the payload and the link before it, up to the one that the head holds. */
export async function expectWholeChain(reader: ConversationReader, key: ConversationKey): Promise<void> {
  const stored = await reader.head(key);
  let link = genesisLink(key);
  let position = 0;
  for await (const event of eventsThrough(reader, key, Number.MAX_SAFE_INTEGER)) {
    position += 1;
    const digest = payloadDigest(event.salt ?? Buffer.alloc(0), event.payload ?? Buffer.alloc(0));
    link = nextLink(link, position, event.eventId, digest);
    expect([event.position, event.link]).toEqual([position, link]);
  }
  expect([stored?.journalPosition, stored?.journalLink]).toEqual([position, link]);
}

/** The answer without what differs from call to call; an error's code. */
export async function answerOf(client: ConversationClient, request: object) {
  const { status, body } = await client.tryContext(request);
  if (!('callId' in body)) return { status, code: body.code, callId: null };
  const { callId, ...answer } = body;
  return { status, answer: { ...answer, prefix: undefined }, callId };
}
