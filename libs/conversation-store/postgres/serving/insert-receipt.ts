import type { Queryable } from '@verbatim/postgres';
import type { NewReceipt, Segment } from '../../serving/receipt-store';
import { keyParameters } from '../key-parameters';
import { toColumn } from '../text-column';

/**
 * One statement, so one commit, and one look at the head that nothing waits for: under READ COMMITTED it sees what was
 * committed before it began. The receipt comes first, so that of two with the same call id only one goes on to the
 * segments; these are inserted in the order of their hashes, so that no two statements wait for each other.
 */
export async function insertReceipt(
  database: Queryable,
  receipt: NewReceipt,
  segments: readonly Segment[],
  freshAt: number | null,
): Promise<'inserted' | 'stale' | 'exists'> {
  const [row] = await database.query<{ added: boolean; taken: boolean; fresh: boolean }>(
    `WITH fresh AS MATERIALIZED (
       SELECT WHERE $13::bigint IS NULL OR EXISTS (
         SELECT FROM conversation_heads WHERE tenant = $1 AND conversation = $2 AND view_version = $13
       )
     ), added AS (
       INSERT INTO receipts (tenant, conversation, call_id, position, model, target, tokens, request_sha256,
         body_sha256, document, messages, original_messages, original_tokens)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::json, $14, $15, $16 FROM fresh
       ON CONFLICT (tenant, call_id) DO NOTHING
       RETURNING call_id
     ), kept AS (
       INSERT INTO segments (tenant, conversation, sha256, bytes)
       SELECT $1, $2, segment.sha256, segment.bytes
       FROM unnest($11::bytea[], $12::bytea[]) AS segment (sha256, bytes)
       WHERE EXISTS (SELECT FROM added)
       ORDER BY segment.sha256
       ON CONFLICT DO NOTHING
     )
     SELECT EXISTS (SELECT FROM added) AS added, EXISTS (SELECT FROM fresh) AS fresh,
       EXISTS (SELECT FROM receipts WHERE tenant = $1 AND call_id = $3) AS taken`,
    [
      ...receiptParameters(receipt),
      segments.map(({ sha256 }) => sha256),
      segments.map(({ bytes }) => bytes),
      freshAt,
      receipt.reduction?.messages ?? null,
      receipt.reduction?.originalMessages ?? null,
      receipt.reduction?.originalTokens ?? null,
    ],
  );
  if (row?.added) return 'inserted';
  return row?.fresh || row?.taken ? 'exists' : 'stale';
}

function receiptParameters(receipt: NewReceipt): unknown[] {
  return [
    ...keyParameters(receipt),
    toColumn(receipt.callId),
    receipt.position,
    toColumn(receipt.model),
    toColumn(receipt.target),
    receipt.tokens,
    receipt.requestSha256,
    receipt.bodySha256,
    receipt.document,
  ];
}
