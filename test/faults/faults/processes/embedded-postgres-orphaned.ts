import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, ConversationClient, type Message } from '../../../support/conversation-client';
import type { Fault } from '../../contract';
import { SupervisedProcess } from '../../../support/supervised-process';
import type { World } from '../../world/world';

const CONVERSATIONS = 4;
const BATCH = 5;
const RETRY_MS = 100;
const PATIENCE_SECONDS = 90;

export const embeddedPostgresOrphaned: Fault = {
  name: 'parent-of-embedded-postgres-killed',
  what: 'A whole `verbatim serve` with its own Postgres is killed while it works; the next one takes the orphan over.',
  logs: ['embedded'],
  inflict: async (world, strikes, stop) => {
    const directory = mkdtempSync(join(tmpdir(), 'verbatim-orphan-'));
    chmodSync(directory, 0o711);
    const whole = new SupervisedProcess('verbatim', {
      words: ['--data', join(directory, 'data'), '--port', '0'],
      env: {},
      program: world.options.program ?? undefined,
    });
    await whole.url();
    const over = new AbortController();
    const said = new Map<string, string[]>();
    const calls: string[] = [];
    const saying = Promise.all(
      Array.from({ length: CONVERSATIONS }, (_, index) =>
        say(whole, `orphan-${index}`, { said, calls }, over.signal),
      ),
    );
    const done = await world.load.strike(strikes, () => whole.kill(), stop);
    over.abort();
    await saying;
    for (const [conversation, ids] of said) await check(world, whole, conversation, ids);
    await checkContexts(world, whole, calls);
    const code = await whole.down();
    if (code !== 0) world.truth.unexpected.push(`verbatim serve with its own Postgres ended with ${code}`);
    world.truth.unexpected.push(...whole.crashes.map((crash) => `verbatim serve: ${crash}`));
    await whole.abandon();
    rmSync(directory, { recursive: true, force: true });
    const events = [...said.values()].flat().length;
    return {
      kills: done,
      strikes: 0,
      detail: `${events} events and ${calls.length} contexts beside the world's own`,
    };
  },
};

/** Batch by batch, each until it is accepted, with a context after each, as far as one is served. */
async function say(
  whole: SupervisedProcess,
  conversation: string,
  { said, calls }: { said: Map<string, string[]>; calls: string[] },
  over: AbortSignal,
): Promise<void> {
  const all: string[] = [];
  said.set(conversation, all);
  while (!over.aborted) {
    const ids = Array.from({ length: BATCH }, (_, index) => `${conversation}-${all.length + index}`);
    const messages: Message[] = ids.map((id) => ({ role: 'user', content: `message ${id}` }));
    while (
      !(await attempt(async () =>
        new ConversationClient(await whole.url(), conversation).append(messages, ids),
      ))
    )
      await sleep(RETRY_MS);
    all.push(...ids);
    const served = await attempt(async () =>
      new ConversationClient(await whole.url(), conversation).context(),
    );
    if (served) calls.push(served.callId);
  }
}

/** Every context that was served verifies, those of before a kill too. */
async function checkContexts(
  world: World,
  whole: SupervisedProcess,
  calls: readonly string[],
): Promise<void> {
  const url = await whole.url();
  for (const id of calls) {
    const { text, body } = await call<{ segments: string; fold: string }>(
      url,
      'GET',
      `/v1/calls/${id}/verify`,
    );
    if (body.segments !== 'ok' || body.fold !== 'ok')
      world.truth.unexpected.push(`call ${id} of the killed serve: ${text.slice(0, 300)}`);
  }
}

/** Every accepted event once, in its order. */
async function check(
  world: World,
  whole: SupervisedProcess,
  conversation: string,
  ids: readonly string[],
): Promise<void> {
  let found: string[] = [];
  for (const end = Date.now() + PATIENCE_SECONDS * 1000; Date.now() < end; await sleep(RETRY_MS)) {
    const client = new ConversationClient(await whole.url(), conversation);
    found = (await attempt(async () => (await client.messages()).map(({ id }) => id))) ?? [];
    if (found.join() === ids.join()) return;
  }
  world.truth.unexpected.push(
    `${conversation} of the killed serve has ${found.length} messages, not the ${ids.length} that were accepted, in order`,
  );
}

async function attempt<T>(action: () => Promise<T>): Promise<T | null> {
  return action().catch(() => null);
}
