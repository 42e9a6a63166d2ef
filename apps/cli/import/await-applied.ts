import { setTimeout as sleep } from 'node:timers/promises';
import { route, type ApiClient } from '../api-client';
import { ApiError } from '../api-error';
import { CommandFailure } from '../failure';
import { members, shown } from '../rendering';
import type { Entry } from './source';

const PAUSE_MS = 100;

/**
 * Waits until the service has this message in the journal. Gives up when its conversation did not move for
 * `patienceMs`.
 */
export async function awaitApplied(client: ApiClient, entry: Entry, patienceMs = 60_000): Promise<void> {
  const message = route`/v1/conversations/${entry.conversation}/messages/${entry.id}`;
  const state = route`/v1/conversations/${entry.conversation}`;
  let position = '';
  for (let deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(PAUSE_MS)) {
    if ((await found(client, message)) !== undefined) return;
    const moved = shown(members(await found(client, state))['head']);
    if (moved !== position) deadline = Date.now() + patienceMs;
    position = moved;
  }
  throw new CommandFailure(
    `the messages are in the log, but ${entry.conversation} has not moved for ${patienceMs / 1000} s; ` +
      'see /readyz of the service for the projector (importing again is harmless)',
  );
}

/** Undefined where there is nothing yet. */
async function found(client: ApiClient, where: string): Promise<unknown> {
  try {
    return (await client.get(where)).value();
  } catch (error) {
    if (error instanceof ApiError && error.problem.status === 404) return undefined;
    throw error;
  }
}
