import type { Migration } from '@verbatim/postgres';

/**
 * Retention of the embedded log. The projector may trim it, and only through `log_trim`, which never passes a group: every
 * group that claimed a partition of the topic in this log must be beyond what goes. A topic without a group keeps
 * everything, `context-receipts` apart, whose readers Verbatim does not know.
 */
export const logRetention: Migration = {
  name: '0021-log-retention',
  up: `
-- Of keys, values and headers kept. Maintained by log_append and log_trim, whichever version calls them.
ALTER TABLE log_partitions ADD COLUMN kept_bytes bigint NOT NULL DEFAULT 0;
UPDATE log_partitions AS counter SET kept_bytes = sizes.bytes
  FROM (SELECT topic, partition, sum(octet_length(key) + octet_length(value) + octet_length(headers::text)) AS bytes
        FROM log_records GROUP BY topic, partition) AS sizes
  WHERE counter.topic = sizes.topic AND counter.partition = sizes.partition;
GRANT UPDATE (kept_bytes) ON log_partitions TO verbatim_projector, verbatim_summarizer, verbatim_context;

CREATE OR REPLACE FUNCTION log_append(
  to_topic text, partitions integer[], keys bytea[], bodies bytea[], headers json[])
RETURNS TABLE (at_partition integer, first_offset bigint)
LANGUAGE plpgsql AS $$
DECLARE
  size bigint;
  bytes bigint;
  at_time timestamptz;
BEGIN
  FOR at_partition, size, bytes IN
    SELECT r.target, count(*), sum(octet_length(r.key) + octet_length(r.body) + octet_length(r.headers::text))
    FROM unnest(partitions, keys, bodies, headers) AS r (target, key, body, headers)
    GROUP BY r.target ORDER BY r.target
  LOOP
    UPDATE log_partitions AS counter
      SET next_offset = counter.next_offset + size, kept_bytes = counter.kept_bytes + bytes
      WHERE counter.topic = to_topic AND counter.partition = at_partition
      RETURNING counter.next_offset - size INTO STRICT first_offset;
    at_time := clock_timestamp();
    INSERT INTO log_records (topic, partition, log_offset, key, value, headers, appended_at)
      SELECT to_topic, at_partition, first_offset + row_number() OVER (ORDER BY r.ordinal) - 1,
             r.key, r.body, r.headers, at_time
      FROM unnest(partitions, keys, bodies, headers) WITH ORDINALITY AS r (target, key, body, headers, ordinal)
      WHERE r.target = at_partition;
    PERFORM pg_notify('verbatim_log', at_partition || '/' || to_topic);
    RETURN NEXT;
  END LOOP;
END
$$;

-- How far a partition may be trimmed at most: up to where the last of its groups stands.
CREATE FUNCTION log_trimmable(of_topic text, of_partition integer) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(
    (SELECT min(coalesce(stored.next_offset, 0))
     FROM (SELECT DISTINCT consumer_group FROM processor_positions
           WHERE topic = of_topic AND log_identity = (SELECT id::text FROM log_identity)) AS known
     LEFT JOIN processor_positions AS stored ON stored.consumer_group = known.consumer_group
       AND stored.topic = of_topic AND stored.partition = of_partition
       AND stored.log_identity = (SELECT id::text FROM log_identity)),
    (SELECT next_offset FROM log_partitions
     WHERE topic = of_topic AND partition = of_partition AND of_topic = 'context-receipts'),
    0)
$$;

-- Looks at the oldest "most" records of those that may go. What is older than before_time goes, and as many as it takes to
-- make up for excess bytes; null asks for nothing. Answers how many went. The counter row is locked last of all, so that
-- appends hardly wait.
CREATE FUNCTION log_trim(
  of_topic text, of_partition integer, before_time timestamptz, excess bigint, most integer)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  allowed bigint := log_trimmable(of_topic, of_partition);
  first_kept bigint;
  went bigint;
  bytes bigint;
BEGIN
  SELECT min(log_offset) FILTER (WHERE NOT goes), max(log_offset) + 1 INTO first_kept, went
  FROM (
    SELECT log_offset, coalesce(appended_at < before_time, false) OR coalesce(
      sum(size) OVER (ORDER BY log_offset) - size < excess, false) AS goes
    FROM (SELECT log_offset, appended_at,
            octet_length(key) + octet_length(value) + octet_length(headers::text) AS size
          FROM log_records WHERE topic = of_topic AND partition = of_partition AND log_offset < allowed
          ORDER BY log_offset LIMIT most) AS oldest
  ) AS judged;
  first_kept := coalesce(first_kept, went);
  IF first_kept IS NULL THEN RETURN 0; END IF;
  WITH gone AS (
    DELETE FROM log_records WHERE topic = of_topic AND partition = of_partition AND log_offset < first_kept
    RETURNING octet_length(key) + octet_length(value) + octet_length(headers::text) AS size
  ) SELECT count(*), coalesce(sum(size), 0) INTO went, bytes FROM gone;
  IF went > 0 THEN
    UPDATE log_partitions SET low_offset = greatest(low_offset, first_kept), kept_bytes = kept_bytes - bytes
      WHERE topic = of_topic AND partition = of_partition;
  END IF;
  RETURN went;
END
$$;
REVOKE EXECUTE ON FUNCTION log_trim(text, integer, timestamptz, bigint, integer) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION log_trimmable(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_trim(text, integer, timestamptz, bigint, integer) TO verbatim_projector;
GRANT EXECUTE ON FUNCTION log_trimmable(text, integer) TO verbatim_projector, verbatim_context;
`,
};
