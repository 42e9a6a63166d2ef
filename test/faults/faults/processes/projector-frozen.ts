import type { Fault } from '../../contract';
import type { SupervisedProcess } from '../../../support/supervised-process';
import type { World } from '../../world/world';
import { lasting } from '../lasting';
import { claimedSince, comesTrue, heldBy, type Held } from './positions';

/** Its session in the group, its locks and the timeouts of who waits for them, one after another. */
const TAKEN_OVER_SECONDS = 75;
/** In which others go on with its partitions before it wakes. */
const MEANWHILE_MS = 2_000;
const CAUGHT_SECONDS = 5;

/** Every second time with a transaction open, for which it waits in Postgres. */
export const projectorFrozen: Fault = {
  name: 'projector-frozen',
  what: 'A projector stands still (SIGSTOP) past its session and its locks, another takes over, then it wakes and writes.',
  logs: ['kafka', 'embedded'],
  world: { services: { projector: 2, summarizer: 1, 'context-builder': 1 } },
  inflict: async (world, strikes, stop) => {
    let frozen = 0;
    const strike = async (nth: number): Promise<void> => {
      const found = await holder(world);
      if (found === null) return;
      frozen += 1;
      await freeze(world, found.projector, found.held, nth % 2 === 1, stop);
    };
    await world.load.strike(strikes, strike, stop);
    return { kills: 0, strikes: frozen };
  },
};

/** Any that has partitions. */
async function holder(world: World): Promise<{ projector: SupervisedProcess; held: readonly Held[] } | null> {
  const projectors = [...world.of('projector')];
  if (world.random.chance(0.5)) projectors.reverse();
  for (const projector of projectors) {
    const held = await heldBy(world, projector);
    if (held.length > 0) return { projector, held };
  }
  return null;
}

async function freeze(
  world: World,
  projector: SupervisedProcess,
  held: readonly Held[],
  inTransaction: boolean,
  stop: AbortSignal,
): Promise<void> {
  const pid = await projector.pid();
  try {
    if (inTransaction) await caughtInTransaction(world, held, pid);
    else process.kill(pid, 'SIGSTOP');
    const isTaken = await comesTrue(
      async () => stop.aborted || claimedSince(world, held),
      TAKEN_OVER_SECONDS,
    );
    if (!isTaken)
      world.truth.unexpected.push(
        `nobody took over a frozen projector's partitions in ${TAKEN_OVER_SECONDS} s`,
      );
    await lasting(MEANWHILE_MS, stop);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** What it needs is locked until one of its transactions waits for it, and given to it when it stands still. */
async function caughtInTransaction(world: World, held: readonly Held[], pid: number): Promise<void> {
  await world.database.transaction(async (tx) => {
    await tx.query('SELECT FROM processor_positions WHERE partition = ANY ($1) FOR UPDATE', [
      held.map(({ partition }) => partition),
    ]);
    await comesTrue(async () => {
      const waiting = await world.database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'verbatim-projector' AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    }, CAUGHT_SECONDS);
    process.kill(pid, 'SIGSTOP');
  });
}
