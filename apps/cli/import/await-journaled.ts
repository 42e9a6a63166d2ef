import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../api-client';
import { CommandFailure } from '../failure';
import { keyOf, knownEvents, type EntryName } from './known-events';

const PAUSE_MS = 100;
/** How many are asked for at once. */
const AT_ONCE = 500;

export interface Waiting {
  /** How many of them are in the journal. */
  readonly onJournaled: (names: number) => void;
  readonly signal: AbortSignal;
  /** Gives up when nothing came into the journal for so long. */
  readonly patienceMs?: number;
}

/** Waits until the service has all of these in its journal. */
export async function awaitJournaled(
  client: ApiClient,
  names: readonly EntryName[],
  { onJournaled, signal, patienceMs = 60_000 }: Waiting,
): Promise<void> {
  let missing = names;
  for (let deadline = Date.now() + patienceMs; missing.length > 0;) {
    const asked = missing.slice(0, AT_ONCE);
    const known = await knownEvents(client, asked);
    if (known.size > 0) {
      missing = [...asked.filter((name) => !known.has(keyOf(name))), ...missing.slice(AT_ONCE)];
      onJournaled(names.length - missing.length);
      deadline = Date.now() + patienceMs;
      continue;
    }
    if (Date.now() > deadline) throw stuck(asked, patienceMs);
    await sleep(PAUSE_MS, undefined, { signal });
  }
}

function stuck([first]: readonly EntryName[], patienceMs: number): CommandFailure {
  return new CommandFailure(
    `the messages are in the log, but ${first?.conversation} has not moved for ${patienceMs / 1000} s; ` +
      'see /readyz of the service for the projector (importing again is harmless)',
  );
}
