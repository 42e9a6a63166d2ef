import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';

/** Bytes by SHA-256 in hex. */
export async function segmentBytes(
  database: Queryable,
  key: ConversationKey,
  hashes: readonly Buffer[],
): Promise<Map<string, Buffer>> {
  const rows = await database.query<{ sha256: Buffer; bytes: Buffer }>(
    `SELECT sha256, bytes FROM segments
     WHERE tenant = $1 AND conversation = $2 AND sha256 = ANY ($3::bytea[]) AND bytes IS NOT NULL`,
    [...keyParameters(key), hashes],
  );
  return new Map(rows.map(({ sha256, bytes }) => [sha256.toString('hex'), bytes]));
}
