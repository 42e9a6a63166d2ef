import type { Migration } from '@verbatim/postgres';

/**
 * Receipts in the order of their commits, for whoever reads on: a shard's counter row is locked from the taking of a
 * number to the commit, and the number is taken last of all, by a trigger that is deferred to the commit. So it also
 * holds for a service of the version before, and a reader of a shard never passes a slow writer. Receipts of before are
 * numbered here, while nobody can insert any.
 */
export const receiptFeed: Migration = {
  name: '0020-receipt-feed',
  up: `
-- One of 256 for each conversation: commits that share a shard cannot share a flush. Few rows to a page, so that counting
-- rewrites them in place.
CREATE TABLE receipt_shards (
  shard       integer PRIMARY KEY,
  next_number bigint  NOT NULL DEFAULT 1
) WITH (fillfactor = 10);

CREATE TABLE receipt_feed (
  shard   integer NOT NULL,
  number  bigint  NOT NULL,
  tenant  text    NOT NULL,
  call_id text    NOT NULL,
  PRIMARY KEY (shard, number)
);

-- What comes before next_number is in the topic. Whoever holds the newest epoch may move it.
CREATE TABLE receipt_relays (
  shard        integer     PRIMARY KEY,
  next_number  bigint      NOT NULL DEFAULT 1,
  epoch        bigint      NOT NULL DEFAULT 0,
  leased_by    text,
  leased_until timestamptz,
  moved_at     timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 10);

-- Not one of Postgres' own hashes: those may change with its version, and with them a conversation's shard.
CREATE FUNCTION receipt_shard(of_tenant text, of_conversation text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN get_byte(sha256(convert_to(of_tenant || '/' || of_conversation, 'UTF8')), 0);

CREATE FUNCTION feed_receipt() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  of_shard  integer := receipt_shard(NEW.tenant, NEW.conversation);
  of_number bigint;
BEGIN
  UPDATE receipt_shards SET next_number = next_number + 1 WHERE shard = of_shard
    RETURNING next_number - 1 INTO STRICT of_number;
  INSERT INTO receipt_feed (shard, number, tenant, call_id) VALUES (of_shard, of_number, NEW.tenant, NEW.call_id);
  RETURN NULL;
END
$$;

LOCK TABLE receipts IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO receipt_feed (shard, number, tenant, call_id)
  SELECT shard, row_number() OVER (PARTITION BY shard ORDER BY sequence), tenant, call_id
  FROM (SELECT *, receipt_shard(tenant, conversation) AS shard FROM receipts) AS kept;
INSERT INTO receipt_shards (shard, next_number)
  SELECT shard, 1 + (SELECT count(*) FROM receipt_feed AS fed WHERE fed.shard = each.shard)
  FROM generate_series(0, 255) AS each (shard);
INSERT INTO receipt_relays (shard) SELECT shard FROM receipt_shards;
CREATE CONSTRAINT TRIGGER receipts_feed AFTER INSERT ON receipts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_receipt();

GRANT SELECT ON receipt_shards, receipt_feed, receipt_relays TO verbatim_context;
GRANT SELECT ON SEQUENCE receipts_sequence_seq TO verbatim_context;
GRANT UPDATE (next_number, epoch, leased_by, leased_until, moved_at) ON receipt_relays TO verbatim_context;
`,
};
