import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { ListOrder, StoredReceipt } from '../../serving/receipt-store';
import { keyParameters } from '../key-parameters';
import { toNumber } from '../rows/columns';
import { fromColumn, toColumn } from '../text-column';

/** Sequences, `upTo` included. */
export interface Between {
  readonly after: number;
  readonly upTo: number;
  readonly order: ListOrder;
}

const directions = { oldest: 'ASC', newest: 'DESC' } as const;

interface ReceiptRow {
  readonly tenant: string;
  readonly call_id: string;
  readonly conversation: string;
  readonly position: string;
  readonly model: string;
  readonly target: string;
  readonly tokens: number;
  readonly request_sha256: Buffer;
  readonly body_sha256: Buffer;
  readonly document: string;
  readonly created_at: Date;
  readonly sequence: string;
}

export async function receiptOfCall(
  database: Queryable,
  tenant: string,
  callId: string,
): Promise<StoredReceipt | null> {
  const [receipt] = await receiptsWhere(database, 'tenant = $1 AND call_id = $2', [
    toColumn(tenant),
    toColumn(callId),
  ]);
  return receipt ?? null;
}

export async function newestReceipt(
  database: Queryable,
  key: ConversationKey,
  model: string,
  target: string,
): Promise<StoredReceipt | null> {
  const condition = `tenant = $1 AND conversation = $2 AND model = $3 AND target = $4
    ORDER BY sequence DESC LIMIT 1`;
  const [receipt] = await receiptsWhere(database, condition, [
    ...keyParameters(key),
    toColumn(model),
    toColumn(target),
  ]);
  return receipt ?? null;
}

export function receiptsOfConversation(
  database: Queryable,
  key: ConversationKey,
  between: Between,
  limit: number,
): Promise<StoredReceipt[]> {
  const condition = `tenant = $1 AND conversation = $2 AND sequence > $3 AND sequence <= $4
    ORDER BY sequence ${directions[between.order]} LIMIT $5`;
  return receiptsWhere(database, condition, [...keyParameters(key), between.after, between.upTo, limit]);
}

/** 1 is the first, -1 the newest of those up to a sequence. */
export async function receiptAtOrdinal(
  database: Queryable,
  key: ConversationKey,
  ordinal: number,
  upTo: number,
): Promise<StoredReceipt | null> {
  if (ordinal === 0) return null;
  const condition = `tenant = $1 AND conversation = $2 AND sequence <= $3
    ORDER BY sequence ${ordinal < 0 ? 'DESC' : 'ASC'} OFFSET $4 LIMIT 1`;
  const [receipt] = await receiptsWhere(database, condition, [
    ...keyParameters(key),
    upTo,
    Math.abs(ordinal) - 1,
  ]);
  return receipt ?? null;
}

export function receiptsOfTenant(
  database: Queryable,
  tenant: string,
  between: Between,
  limit: number,
): Promise<StoredReceipt[]> {
  const condition = `tenant = $1 AND sequence > $2 AND sequence <= $3
    ORDER BY sequence ${directions[between.order]} LIMIT $4`;
  return receiptsWhere(database, condition, [toColumn(tenant), between.after, between.upTo, limit]);
}

async function receiptsWhere(
  database: Queryable,
  condition: string,
  parameters: readonly unknown[],
): Promise<StoredReceipt[]> {
  const rows = await database.query<ReceiptRow>(
    `SELECT tenant, call_id, conversation, position, model, target, tokens, request_sha256, body_sha256,
       document::text AS document, created_at, sequence
     FROM receipts WHERE ${condition}`,
    parameters,
  );
  return rows.map(fromRow);
}

function fromRow(row: ReceiptRow): StoredReceipt {
  return {
    tenant: fromColumn(row.tenant),
    conversation: fromColumn(row.conversation),
    callId: fromColumn(row.call_id),
    position: toNumber(row.position),
    model: fromColumn(row.model),
    target: fromColumn(row.target),
    tokens: row.tokens,
    requestSha256: row.request_sha256,
    bodySha256: row.body_sha256,
    document: row.document,
    createdAt: row.created_at,
    sequence: toNumber(row.sequence),
  };
}
