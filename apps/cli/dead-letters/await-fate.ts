import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonText } from '@verbatim/formats';
import { route, type ApiClient } from '../api-client';
import { CommandFailure } from '../failure';
import { valueAt } from '../rendering';

const PAUSE_MS = 100;

/** The letter once a projector has passed the record that it was published as. */
export async function awaitFate(client: ApiClient, id: string, patienceMs = 30_000): Promise<JsonText> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(PAUSE_MS)) {
    const letter = await client.get(route`/v1/dead-letters/${id}`);
    if (valueAt(letter.value(), 'became.status') !== 'waiting') return letter;
  }
  throw new CommandFailure(
    `the record is in the log again, but no projector has come to it in ${patienceMs / 1000} s; ` +
      `\`verbatim lag\` shows how far they are, \`verbatim dead-letters show ${id}\` what becomes of it`,
  );
}
