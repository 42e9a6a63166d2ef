import type { Queryable } from '@verbatim/postgres';
import type { LogPosition, OutgoingRecord } from '../event-log';
import { encodeHeaders } from './headers';

/** `partition` is decided by now. */
export interface RoutedRecord {
  readonly record: OutgoingRecord;
  readonly partition: number;
}

/** Appends to one topic in one statement, hence one short transaction; answers in the order of `routed`. */
export async function appendRecords(
  database: Queryable,
  topic: string,
  routed: readonly RoutedRecord[],
): Promise<LogPosition[]> {
  const rows = await database.query<{ at_partition: number; first_offset: string }>(
    'SELECT at_partition, first_offset FROM log_append($1, $2::int[], $3::bytea[], $4::bytea[], $5::json[])',
    [
      topic,
      routed.map(({ partition }) => partition),
      routed.map(({ record }) => Buffer.from(record.key)),
      routed.map(({ record }) => record.value),
      routed.map(({ record }) => encodeHeaders(record.headers ?? {})),
    ],
  );
  const next = new Map(rows.map((row) => [row.at_partition, Number(row.first_offset)]));
  return routed.map(({ partition }) => {
    const offset = next.get(partition);
    if (offset === undefined) throw new Error(`no offset was taken in ${topic}/${partition}`);
    next.set(partition, offset + 1);
    return { topic, partition, offset };
  });
}
