import { isDeepStrictEqual } from 'node:util';
import { isOwnType } from '@verbatim/conversation';
import { CONVERSATION_EVENTS, type LogRecord } from '@verbatim/event-log';
import type { Database } from '@verbatim/postgres';
import type { Invariant } from '../contract';
import { openLog, type Evidence } from './evidence';
import { Examination } from './examination';
import { wrongFate } from './expected-fates';
import { deadLetters, journaledRecords, placeOf } from './kept-records';
import { nameOfRecord, recordsOf } from './raw-log';
import { RecordAccount, type Position } from './record-account';

export const fates = {
  number: 8,
  name: 'fates',
  holds:
    'fetched = applied + ignored + refused + parked + duplicate + conflict + dead letters: each record has one fate and keeps its bytes',
  async check(evidence: Pick<Evidence, 'truth' | 'database' | 'kafka' | 'settings'>) {
    const examination = new Examination();
    const { truth, database, settings } = evidence;
    const journal = await journaledRecords(database);
    const letters = await deadLetters(database);
    const positions = await positionsOf(database, settings['VERBATIM_KAFKA_GROUP'] ?? 'verbatim-projector');
    const log = openLog(evidence);
    try {
      for (const range of await log.partitions(CONVERSATION_EVENTS)) {
        const position = positions.get(range.partition);
        const wasReplaced = truth.givenUp.some(({ partition }) => partition === range.partition);
        const account = new RecordAccount(journal, letters, wasReplaced);
        for await (const records of recordsOf(log, { ...range, high: position?.next ?? range.high }))
          for (const record of records) examination.look(account.enter(record));
        for (const record of account.absent) {
          const why = await whySkipped(database, record);
          examination.expect(why === null, why ?? '');
        }
        for (const problem of account.imbalance(range, position)) examination.expect(false, problem);
      }
    } finally {
      await log.close();
    }
    for (const fate of truth.fates) examination.look(wrongFate(fate, journal, letters));
    return examination.finding();
  },
} satisfies Invariant;

/** A record that is kept nowhere is a duplicate, or was skipped; of what our own services write the first one stands. */
async function whySkipped(database: Database, record: LogRecord): Promise<string | null> {
  const skipped = `the record at ${placeOf(record)} is kept nowhere`;
  const name = nameOfRecord(record);
  if (name === null) return `${skipped}, and names no event`;
  const [first] = await database.query<{ type: string; payload: Buffer | null; headers: string | null }>(
    `SELECT type, payload, convert_from(headers, 'UTF8') AS headers FROM journal
     WHERE tenant = $1 AND conversation = $2 AND event_id = $3`,
    [name.tenant, name.conversation, name.id],
  );
  const event = `${name.id} of ${name.tenant}/${name.conversation}`;
  if (!first) return `${skipped}, and so is its event ${event}`;
  if (isOwnType(first.type)) return null;
  const kept = nameOfRecord({ value: first.payload, headers: decoded(first.headers) });
  return isDeepStrictEqual(kept?.body, name.body)
    ? null
    : `${skipped}, and its event ${event} is kept with another body`;
}

function decoded(headers: string | null): Record<string, Buffer> {
  const encoded = Object.entries(JSON.parse(headers ?? '{}') as Record<string, string>);
  return Object.fromEntries(encoded.map(([name, value]) => [name, Buffer.from(value, 'base64')]));
}

async function positionsOf(database: Database, group: string): Promise<Map<number, Position>> {
  const rows = await database.query<Position>(
    `SELECT partition, next_offset::float8 AS next, applied::float8 AS applied, duplicates::float8 AS duplicates
     FROM processor_positions WHERE topic = $1 AND consumer_group = $2`,
    [CONVERSATION_EVENTS, group],
  );
  return new Map(rows.map((row) => [row.partition, row]));
}
