import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Queryable } from '@verbatim/postgres';

/** Arbitrary: a lock that all services of a kind hold together as long as they run. */
const LOCK = '5501730224810939';
/** How often a service looks whether it still holds it. */
const LOOK_MS = 15_000;
const RETRY_MS = 1000;

/**
 * Takes part among the services that run on the database. The first of them runs `onFirst` before any other goes on; whoever
 * was killed takes part no more. Rejects where the database is out of reach, or `onFirst` rejects.
 * @returns ends taking part
 */
export async function takePart(
  database: Database,
  onFirst: () => Promise<void>,
): Promise<() => Promise<void>> {
  const leaving = new AbortController();
  let taken = false;
  let staying: Promise<void> | undefined;
  await new Promise<void>((joined, failed) => {
    staying = database
      .session(async (session) => {
        await join(session, onFirst);
        taken = true;
        joined();
        await stay(session, leaving.signal);
      })
      .catch((error: unknown) => {
        if (!taken) leaving.abort();
        failed(error);
      })
      .then(() => joinAgain(database, leaving.signal));
  });
  return async () => {
    leaving.abort();
    await staying;
  };
}

async function join(session: Queryable, onFirst: () => Promise<void>): Promise<void> {
  const [found] = await session.query<{ first: boolean }>('SELECT pg_try_advisory_lock($1) AS first', [LOCK]);
  if (found?.first) await onFirst();
  await session.query('SELECT pg_advisory_lock_shared($1)', [LOCK]);
  if (found?.first) await session.query('SELECT pg_advisory_unlock($1)', [LOCK]);
}

/** Rejects where the connection, and with it the lock, is lost. */
async function stay(session: Queryable, leaving: AbortSignal): Promise<void> {
  while (await pause(LOOK_MS, leaving)) await session.query('SELECT 1');
  await session.query('SELECT pg_advisory_unlock_shared($1)', [LOCK]);
}

async function joinAgain(database: Database, leaving: AbortSignal): Promise<void> {
  while (!leaving.aborted) {
    try {
      await database.session(async (session) => {
        await session.query('SELECT pg_advisory_lock_shared($1)', [LOCK]);
        await stay(session, leaving);
      });
    } catch {
      // Whoever asks the database for something meets that it is out of reach, and reports it.
      await pause(RETRY_MS, leaving);
    }
  }
}

/** False where it ended early. */
async function pause(milliseconds: number, leaving: AbortSignal): Promise<boolean> {
  try {
    await sleep(milliseconds, undefined, { signal: leaving, ref: false });
    return true;
  } catch {
    return false;
  }
}
