import type { Queryable } from '@verbatim/postgres';
import type { LogPosition, LogRecord } from '../event-log';
import { decodeHeaders } from './headers';

/** No further record is read once the values come to this many bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

interface Row {
  log_offset: string;
  timestamp: number;
  key: Buffer;
  value: Buffer;
  headers: string;
}

export async function readRecords(
  database: Queryable,
  from: LogPosition,
  limit: number,
): Promise<LogRecord[]> {
  const rows = await database.query<Row>(
    `SELECT log_offset, floor(extract(epoch FROM appended_at) * 1000)::float8 AS timestamp, key, value,
            headers::text AS headers
     FROM (SELECT *, sum(octet_length(value)) OVER (ORDER BY log_offset) - octet_length(value) AS bytes_before
           FROM (SELECT * FROM log_records WHERE topic = $1 AND partition = $2 AND log_offset >= $3
                 ORDER BY log_offset LIMIT $4) AS following) AS measured
     WHERE bytes_before < $5
     ORDER BY log_offset`,
    [from.topic, from.partition, from.offset, limit, MAX_BYTES],
  );
  return rows.map((row) => ({
    topic: from.topic,
    partition: from.partition,
    offset: Number(row.log_offset),
    timestamp: row.timestamp,
    key: row.key,
    value: row.value,
    headers: decodeHeaders(row.headers),
  }));
}
