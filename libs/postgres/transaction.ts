import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { Connection, withClient } from './connection';
import { endsConnection, PostgresError, sqlState } from './errors';
import type { Transaction } from './queryable';

const serializationFailure = '40001';
const deadlockDetected = '40P01';

/**
 * READ COMMITTED. Commits when `work` resolves, rolls back when it rejects. A serialization failure or deadlock
 * runs `work` again, in a new transaction, up to `attempts` times altogether: it must have no other effects.
 * Where the connection is lost during the commit it rejects, and whether it was done is not known.
 */
export async function runTransaction<T>(
  dataSource: DataSource,
  work: (tx: Transaction) => Promise<T>,
  attempts: number,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(dataSource, work);
    } catch (error) {
      if (attempt >= attempts || !worthRepeating(error)) throw error;
      await sleep(backoffMilliseconds(attempt));
    }
  }
}

function attemptTransaction<T>(dataSource: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withClient(dataSource, async (client, discard) => {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const tx = new Connection(client);
    try {
      const value = await work(tx);
      await tx.end();
      tx.checkAlive();
      const { command } = await client.query('COMMIT');
      if (command === 'COMMIT') return value;
    } catch (error) {
      await tx.end();
      if (endsConnection(error)) discard();
      else await client.query('ROLLBACK').catch(discard);
      throw error;
    }
    throw new PostgresError(
      'transaction-aborted',
      'rolled back: a statement failed and its error was caught',
    );
  });
}

function worthRepeating(error: unknown): boolean {
  const state = sqlState(error);
  return state === serializationFailure || state === deadlockDetected;
}

/** 5 to 10 ms after the first attempt, doubled after each further one, at most 500. */
function backoffMilliseconds(attempt: number): number {
  return Math.min(500, 10 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}
