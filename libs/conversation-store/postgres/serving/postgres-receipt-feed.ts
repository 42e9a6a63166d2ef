import type { Queryable } from '@verbatim/postgres';
import type { FedReceipt, FeedLag, ReceiptFeed, ShardLease } from '../../serving/receipt-feed';
import { toNumber } from '../rows/columns';
import { fromColumn } from '../text-column';

interface LeaseRow {
  readonly shard: number;
  readonly epoch: string;
  readonly next_number: string;
}

interface FedRow {
  readonly shard: number;
  readonly number: string;
  readonly tenant: string;
  readonly conversation: string;
  readonly call_id: string;
  readonly document: string;
  readonly created_at: Date;
}

/** Each operation is one statement: no transaction is open while a relay writes to the log. */
export class PostgresReceiptFeed implements ReceiptFeed {
  constructor(private readonly database: Queryable) {}

  async lease(owner: string, shards: number, seconds: number): Promise<ShardLease[]> {
    const rows = await this.database.query<LeaseRow>(
      `UPDATE receipt_relays AS relay
       SET epoch = epoch + 1, leased_by = $1, leased_until = clock_timestamp() + make_interval(secs => $3)
       FROM (
         SELECT waiting.shard FROM receipt_relays AS waiting JOIN receipt_shards AS fed USING (shard)
         WHERE fed.next_number > waiting.next_number
           AND (waiting.leased_until IS NULL OR waiting.leased_until < clock_timestamp())
         ORDER BY waiting.moved_at LIMIT $2 FOR UPDATE OF waiting SKIP LOCKED
       ) AS free
       WHERE relay.shard = free.shard
       RETURNING relay.shard, relay.epoch, relay.next_number`,
      [owner, shards, seconds],
    );
    return rows.map((row) => ({
      shard: row.shard,
      epoch: toNumber(row.epoch),
      nextNumber: toNumber(row.next_number),
    }));
  }

  // The shards take turns: one that stands for want of a receipt would else fill every batch.
  async read(leases: readonly ShardLease[], receipts: number, bytes: number): Promise<FedReceipt[]> {
    const rows = await this.database.query<FedRow>(
      `WITH next AS MATERIALIZED (
         SELECT fed.*, fed.number - lease.next_number AS turn FROM unnest($1::int[], $2::bigint[]) AS lease (shard, next_number)
         CROSS JOIN LATERAL (
           SELECT * FROM receipt_feed
           WHERE shard = lease.shard AND number >= lease.next_number ORDER BY number LIMIT $3
         ) AS fed
         ORDER BY turn, shard LIMIT $3
       ), measured AS (
         SELECT next.shard, next.number, kept.*,
           sum(octet_length(kept.document::text)) OVER (ORDER BY next.turn, next.shard)
             - octet_length(kept.document::text) AS bytes_before
         FROM next JOIN receipts AS kept USING (tenant, call_id)
       )
       SELECT shard, number, tenant, conversation, call_id, document::text AS document, created_at
       FROM measured WHERE bytes_before < $4 ORDER BY shard, number`,
      [leases.map(({ shard }) => shard), leases.map(({ nextNumber }) => nextNumber), receipts, bytes],
    );
    return rows.map((row) => ({
      shard: row.shard,
      number: toNumber(row.number),
      tenant: fromColumn(row.tenant),
      conversation: fromColumn(row.conversation),
      callId: fromColumn(row.call_id),
      document: row.document,
      createdAt: row.created_at,
    }));
  }

  async giveBack(leases: readonly ShardLease[]): Promise<number[]> {
    const rows = await this.database.query<{ shard: number }>(
      `UPDATE receipt_relays AS relay
       SET next_number = lease.next_number, leased_by = NULL, leased_until = NULL, moved_at = clock_timestamp()
       FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS lease (shard, epoch, next_number)
       WHERE relay.shard = lease.shard AND relay.epoch = lease.epoch
       RETURNING relay.shard`,
      [
        leases.map(({ shard }) => shard),
        leases.map(({ epoch }) => epoch),
        leases.map(({ nextNumber }) => nextNumber),
      ],
    );
    return rows.map(({ shard }) => shard);
  }

  async lag(): Promise<FeedLag> {
    const [row] = await this.database.query<{ waiting: string; oldest_seconds: number | null }>(
      `SELECT coalesce(sum(fed.next_number - relay.next_number), 0) AS waiting,
         extract(epoch FROM clock_timestamp() - min(kept.created_at))::double precision AS oldest_seconds
       FROM receipt_shards AS fed JOIN receipt_relays AS relay USING (shard)
       LEFT JOIN receipt_feed AS oldest ON oldest.shard = fed.shard AND oldest.number = relay.next_number
       LEFT JOIN receipts AS kept USING (tenant, call_id)`,
    );
    return { waiting: toNumber(row?.waiting ?? '0'), oldestSeconds: row?.oldest_seconds ?? null };
  }
}
