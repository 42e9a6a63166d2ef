import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VerbatimProcess } from '../../apps/cli/testing/verbatim-process';
import { ConversationClient, report } from '../support/conversation-client';

/** `VERBATIM_FULL_RIG=1` runs all of it: 20,000 events and ten kills. */
const isFull = process.env['VERBATIM_FULL_RIG'] === '1';
const CONVERSATIONS = 40;
const MESSAGES = isFull ? 500 : 100;
const KILLS = isFull ? 10 : 3;
const BATCH = 10;
const PRODUCERS = 8;

jest.setTimeout(isFull ? 900_000 : 180_000);

// Open to others to pass through: as root, Postgres runs as another user.
const directory = mkdtempSync(join(tmpdir(), 'verbatim-sigkill-'));
chmodSync(directory, 0o711);
const data = join(directory, 'data');

afterAll(async () => {
  const pid = postgresPid();
  if (pid !== undefined) process.kill(pid, 'SIGINT');
  while (postgresPid() !== undefined) await sleep(50);
  rmSync(directory, { recursive: true, force: true });
});

/** Of the embedded server, from Postgres's own file; undefined where none runs. */
function postgresPid(): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

/** `verbatim serve` on one folder; whoever asks for its URL waits until it listens. */
class Server {
  private running = this.start();

  async url(): Promise<string> {
    return (await this.running).url;
  }

  async kill(): Promise<void> {
    const { process: victim } = await this.running;
    this.running = victim.end('SIGKILL').then(() => this.start());
    await this.running;
  }

  async stop(): Promise<number | null> {
    return (await this.running).process.end('SIGTERM');
  }

  private async start(): Promise<{ process: VerbatimProcess; url: string }> {
    const server = new VerbatimProcess('serve', '--port', '0', '--data', data, '--log-level', 'error');
    return { process: server, url: await server.listening() };
  }
}

const idOf = (conversation: number, message: number): string => `e-${conversation}-${message}`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Publishes one conversation batch after batch, each again with the same ids until it is accepted. */
async function produce(server: Server, conversation: number, accepted: (retries: number) => void) {
  for (let from = 0; from < MESSAGES; from += BATCH) {
    const batch = numbers(BATCH).map((index) => from + index);
    const messages = batch.map((message) => ({
      role: message % 2 === 0 ? 'user' : 'assistant',
      content: `message ${message} of ${conversation}`,
    }));
    const ids = batch.map((message) => idOf(conversation, message));
    for (let retries = 0; ; retries += 1) {
      const client = new ConversationClient(await server.url(), `chat-${conversation}`);
      const answer = await client.append(messages, ids).catch(() => null);
      if (answer) {
        accepted(retries);
        break;
      }
      await sleep(100);
    }
  }
}

test(`${CONVERSATIONS * MESSAGES} events, ${KILLS} times SIGKILL: everything once, in order, without a gap`, async () => {
  const server = new Server();
  await server.url();
  const started = performance.now();
  const progress = { batches: 0, retries: 0 };
  const waiting = numbers(CONVERSATIONS);
  const producer = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await produce(server, next, (again) => {
        progress.batches += 1;
        progress.retries += again;
      });
    }
  };
  const producing = Promise.all(numbers(PRODUCERS).map(producer));

  const all = (CONVERSATIONS * MESSAGES) / BATCH;
  const killedAt: number[] = [];
  for (const kill of numbers(KILLS)) {
    const due = (all * (kill + Math.random())) / (KILLS + 1);
    while (progress.batches < due) await sleep(5);
    await sleep(Math.random() * 50);
    killedAt.push(progress.batches);
    await server.kill();
  }
  await producing;
  const seconds = (performance.now() - started) / 1000;

  const published = numbers(MESSAGES);
  for (const conversation of numbers(CONVERSATIONS)) {
    const client = new ConversationClient(await server.url(), `chat-${conversation}`);
    await client.settled(MESSAGES);
    const journal = await client.journal();
    expect(journal.map(({ position }) => position)).toEqual(
      numbers(journal.length).map((index) => index + 1),
    );
    const messages = journal.filter(({ type }) => type === 'MessageAppended');
    expect(messages.map(({ id }) => id)).toEqual(published.map((message) => idOf(conversation, message)));
    const contents = messages.map(({ data: { content } }) => content);
    expect(contents).toEqual(published.map((message) => `message ${message} of ${conversation}`));
    expect((await client.state()).conflicts).toBe(0);
  }
  expect(killedAt.at(-1)).toBeLessThan(all);
  report(
    `SIGKILL: ${all * BATCH} events in ${CONVERSATIONS} conversations, ${KILLS} kills after ${killedAt.join(', ')} of ` +
      `${all} batches, ${progress.retries} retries, ${seconds.toFixed(1)} s; journal = published, once each, in order, gapless`,
  );
  expect(await server.stop()).toBe(0);
  expect(postgresPid()).toBeUndefined();
});
