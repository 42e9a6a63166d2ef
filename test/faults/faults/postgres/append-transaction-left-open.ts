import type { Queryable } from '@verbatim/postgres';
import type { Fault } from '../../contract';
import type { World } from '../../world/world';
import { isLarge, lasting } from '../lasting';
import { messageOf } from '../input/message';

const MINUTE_MS = 60_000;
const SMALL_MS = 6_000;

export const appendTransactionLeftOpen: Fault = {
  name: 'append-transaction-left-open',
  what: 'A stranger appends to the log in Postgres and holds its transaction, and with it a counter, for a minute (six seconds in a small run).',
  logs: ['embedded'],
  inflict: async (world, strikes, stop) => {
    const done = await world.load.strike(strikes, (nth) => leaveOpen(world, nth, stop), stop);
    return { kills: 0, strikes: done };
  },
};

/** Every second one is rolled back in the end. */
async function leaveOpen(world: World, nth: number, stop: AbortSignal): Promise<void> {
  const event = messageOf(world, { conversation: `left-open-${nth}`, id: 'held', content: `held ${nth}` });
  await world.database.session(async (session) => {
    await session.query('SET idle_in_transaction_session_timeout = 0');
    await session.query('SET lock_timeout = 0');
    await session.query('BEGIN');
    await append(session, world, event.value);
    await lasting(isLarge(world) ? MINUTE_MS : SMALL_MS, stop);
    await session.query(nth % 2 === 0 ? 'COMMIT' : 'ROLLBACK');
  });
  if (nth % 2 === 0) world.truth.acknowledge(event.acknowledged);
}

/** To the busiest partition, as anybody may who can reach the database. */
async function append(session: Queryable, world: World, value: Buffer): Promise<void> {
  await session.query(
    `SELECT log_append(topic, ARRAY[partition], ARRAY['stranger'::bytea], ARRAY[$2::bytea], ARRAY['[]'::json])
     FROM log_partitions WHERE topic = $1 ORDER BY next_offset DESC LIMIT 1`,
    [world.topic, value],
  );
}
