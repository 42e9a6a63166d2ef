import type { Queryable } from '@verbatim/postgres';
import type { StoredReceipt } from '../../serving/receipt-store';
import { toNumber } from '../rows/columns';
import { toColumn } from '../text-column';

/** See `ReceiptStore.ordinals`: the receipts of each conversation are counted once, before the oldest one asked for. */
export async function ordinalsOf(database: Queryable, receipts: readonly StoredReceipt[]): Promise<number[]> {
  const oldest = new Map<string, StoredReceipt>();
  const inOrder = receipts.toSorted((one, other) => one.sequence - other.sequence);
  for (const receipt of inOrder) {
    if (!oldest.has(nameOf(receipt))) oldest.set(nameOf(receipt), receipt);
  }
  const next = await countedBefore(database, oldest);
  const ordinals = new Map<StoredReceipt, number>();
  for (const receipt of inOrder) {
    const ordinal = (next.get(nameOf(receipt)) ?? 0) + 1;
    next.set(nameOf(receipt), ordinal);
    ordinals.set(receipt, ordinal);
  }
  return receipts.map((receipt) => ordinals.get(receipt) ?? 0);
}

async function countedBefore(
  database: Queryable,
  oldest: ReadonlyMap<string, StoredReceipt>,
): Promise<Map<string, number>> {
  const asked = [...oldest.values()];
  const rows = await database.query<{ place: number; before: string }>(
    `SELECT asked.place::int AS place, (
       SELECT count(*) FROM receipts
       WHERE tenant = asked.tenant AND conversation = asked.conversation AND sequence < asked.sequence
     ) AS before
     FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS asked (tenant, conversation, sequence, place)`,
    [
      asked.map(({ tenant }) => toColumn(tenant)),
      asked.map(({ conversation }) => toColumn(conversation)),
      asked.map(({ sequence }) => sequence),
    ],
  );
  const names = [...oldest.keys()];
  return new Map(rows.map(({ place, before }) => [names[place - 1] ?? '', toNumber(before)]));
}

function nameOf({ tenant, conversation }: StoredReceipt): string {
  return JSON.stringify([tenant, conversation]);
}
