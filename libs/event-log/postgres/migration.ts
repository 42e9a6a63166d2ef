import type { Migration } from '@verbatim/postgres';

/**
 * The embedded log. A partition's counter row is locked from the taking of its offsets to the commit, so the order of
 * commits is the order of offsets. Only the projector reads records: they are those of all tenants.
 */
export const eventLogMigration: Migration = {
  name: '0002-event-log',
  up: `
CREATE TABLE log_identity (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO log_identity DEFAULT VALUES;

CREATE TABLE log_topics (
  topic text PRIMARY KEY,
  partitions integer NOT NULL CHECK (partitions > 0)
);

CREATE TABLE log_partitions (
  topic text NOT NULL REFERENCES log_topics,
  partition integer NOT NULL,
  low_offset bigint NOT NULL DEFAULT 0,
  next_offset bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (topic, partition)
);

CREATE TABLE log_records (
  topic text NOT NULL,
  partition integer NOT NULL,
  log_offset bigint NOT NULL,
  key bytea NOT NULL,
  value bytea NOT NULL,
  headers json NOT NULL,
  appended_at timestamptz NOT NULL,
  PRIMARY KEY (topic, partition, log_offset)
);

-- Answers the first offset taken in each partition; the records of one partition follow each other in their order.
CREATE FUNCTION log_append(to_topic text, partitions integer[], keys bytea[], bodies bytea[], headers json[])
RETURNS TABLE (at_partition integer, first_offset bigint)
LANGUAGE plpgsql AS $$
DECLARE
  size bigint;
  at_time timestamptz;
BEGIN
  FOR at_partition, size IN SELECT p, count(*) FROM unnest(partitions) AS p GROUP BY p ORDER BY p LOOP
    UPDATE log_partitions AS counter SET next_offset = counter.next_offset + size
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

GRANT SELECT ON log_identity TO verbatim_projector, verbatim_summarizer, verbatim_context;
GRANT SELECT, INSERT ON log_topics TO verbatim_projector, verbatim_summarizer, verbatim_context;
GRANT SELECT, INSERT, UPDATE (next_offset) ON log_partitions
  TO verbatim_projector, verbatim_summarizer, verbatim_context;
GRANT INSERT ON log_records TO verbatim_projector, verbatim_summarizer, verbatim_context;
GRANT SELECT ON log_records TO verbatim_projector;
`,
};
