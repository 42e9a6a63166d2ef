import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PolicyDocument } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import { VerbatimProcess } from '../../apps/cli/testing/verbatim-process';
import { report } from '../support/conversation-client';
import { smallPolicies } from '../support/random-reductions';
import { conversation, eventually, startRig, type SummarizerRig } from '../support/summarizer-rig';
import { terseModel } from '../support/terse-model';

jest.setTimeout(180_000);

// Summarizers in processes of their own: two of them on one database, and killed wherever it hurts.

const directory = mkdtempSync(join(tmpdir(), 'verbatim-summarizers-'));
const configuration = join(directory, 'verbatim.json');

let rig: SummarizerRig;

beforeEach(async () => {
  rig = await startRig();
  const openai = { apiKey: 'sk-test', baseUrl: rig.openai.baseUrl };
  writeFileSync(configuration, JSON.stringify({ database: rig.context().databaseUrl, openai }));
});

afterEach(() => rig.close());

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function summarizer(): Promise<{ readonly url: string; readonly process: VerbatimProcess }> {
  const words = ['serve', '--only', 'summarizer', '--port', '0', '--log-level', 'error'];
  const process = new VerbatimProcess(...words, '--config', configuration);
  return { url: await process.listening(), process };
}

const unlimited = { limitRequests: null, limitInput: null, limitOutput: null } as const;

/** `VERBATIM_FULL_RIG=1` runs all of it: `summarizer.e2e.spec.ts` has the like of checkpoints in one process. */
const isFull = process.env['VERBATIM_FULL_RIG'] === '1';

const checkpoints: PolicyDocument = {
  preset: 'agentkit',
  summarization: { triggerAt: 8, keepRecent: 2, retriggerAt: 8 },
};

/** One for each mechanism that asks a model. */
const asking: Readonly<Record<string, PolicyDocument>> = {
  ...(isFull ? { checkpoints } : {}),
  tiers: { preset: 'agent-zero', topicsKeepCount: 0, newTopicOn: 'user-message', ...unlimited },
  compaction: {
    preset: 'chainlite',
    compaction: { postRun: { mode: 'auto', truncationThreshold: 300 } },
  },
};

const long = (mark: string): string => `${mark} ${'word '.repeat(100)}`;

/** A turn with a tool, and one without. */
function turns(key: ConversationKey, round: number) {
  const id = (name: string): string => `${key.conversation}/${round}/${name}`;
  const tool_calls = [{ id: `c${round}`, type: 'function', function: { name: 'look', arguments: '{}' } }];
  return [
    { id: id('asked'), data: { role: 'user', content: `question ${round}` } },
    { id: id('call'), data: { role: 'assistant', content: null, tool_calls } },
    { id: id('result'), data: { role: 'tool', tool_call_id: `c${round}`, content: long(`output ${round}`) } },
    { id: id('said'), data: { role: 'assistant', content: `answer ${round} ${'so '.repeat(20)}` } },
    { id: id('more'), data: { role: 'user', content: `thanks for ${round}` } },
    { id: id('end'), data: { role: 'assistant', content: `welcome ${round}` } },
  ];
}

/** Nothing is due that can be done now. */
async function idle(key: ConversationKey, messages: number): Promise<void> {
  await rig.projected(key, messages);
  await eventually(async () => {
    const rows = await rig.database.query(
      `SELECT FROM due_work AS work JOIN conversation_heads AS head USING (tenant, conversation)
       WHERE conversation = $1 AND (idle_at IS NULL OR idle_at < applied_position)`,
      [key.conversation],
    );
    return rows.length === 0;
  });
}

/** Each decision once: no event doubled, none refused, and what the model was asked is what the events say. */
async function decisions(key: ConversationKey): Promise<{ calls: number; events: number }> {
  const stored = await rig.reader.head(key);
  const { conflicts } = await rig.reader.figures(key);
  expect([key.conversation, stored?.head.attempts, conflicts]).toEqual([key.conversation, 0, 0]);
  const calls = stored?.head.spending.reduce((sum, spent) => sum + spent.calls, 0) ?? 0;
  const journal = await rig.reader.events(key, 0, Number.MAX_SAFE_INTEGER, 100_000);
  return { calls, events: journal.filter(({ source }) => source === 'verbatim/summarizer').length };
}
const highest = async (): Promise<number> =>
  (await rig.log.partitions('conversation-events')).reduce((sum, { high }) => sum + high, 0);

/** A dead worker's leases run out. */
const leasesOver = (): Promise<unknown> => rig.database.query('UPDATE due_work SET leased_until = now()');

async function waitingToPublish(): Promise<number[]> {
  const rows = await rig.database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'verbatim-summarizer' AND wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}

describe.each(Object.entries(asking))('a summarizer of %s is killed', (name, policy) => {
  const key = conversation(name);
  const MESSAGES = 12;

  const due = async (): Promise<void> => {
    await rig.assign(key, policy);
    await rig.send(key, [...turns(key, 0), ...turns(key, 1)]);
    await rig.projected(key, MESSAGES);
    await eventually(async () => (await rig.reader.figures(key)).work.length > 0);
  };

  test('before the model answers: it is asked again', async () => {
    rig.openai.respondWith((told, number) => (number === 1 ? { kind: 'hang' } : terseModel(told, number)));
    await rig.project();
    await due();
    const { process } = await summarizer();
    await eventually(async () => rig.openai.calls.length > 0);
    await process.end('SIGKILL');
    const lost = rig.openai.calls.length;
    await leasesOver();
    await rig.summarize();
    await idle(key, MESSAGES);
    const { calls } = await decisions(key);
    expect(calls).toBeGreaterThan(0);
    expect(rig.openai.calls.length).toBe(calls + lost);
  });

  test('between the answer and its event: nothing is doubled', async () => {
    rig.openai.respondWith(terseModel);
    await rig.project();
    await due();
    const before = await highest();
    const { process } = await rig.database.transaction(async (locked) => {
      await locked.query('LOCK TABLE log_records IN SHARE MODE');
      const killed = await summarizer();
      const pids = await eventually(async () => {
        const found = await waitingToPublish();
        return rig.openai.calls.length > 0 && found.length > 0 && found;
      });
      await killed.process.end('SIGKILL');
      await locked.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
      return killed;
    });
    expect([process.process.signalCode, await highest()]).toEqual(['SIGKILL', before]);
    const lost = rig.openai.calls.length;
    await leasesOver();
    await rig.summarize();
    await idle(key, MESSAGES);
    const { calls } = await decisions(key);
    expect(rig.openai.calls.length).toBe(calls + lost);
  });

  test('between its event and the projection: the model is not asked again', async () => {
    rig.openai.respondWith(terseModel);
    const projector = await rig.project();
    await due();
    await projector.stop();
    const before = await highest();
    const { process } = await summarizer();
    await eventually(async () => (await highest()) > before && rig.openai.calls.length > 0);
    await process.end('SIGKILL');
    await leasesOver();
    await rig.summarize();
    await rig.project();
    await idle(key, MESSAGES);
    expect(rig.openai.calls.length).toBe((await decisions(key)).calls);
  });
});

test('two summarizers share conversations of all presets: one event a decision, one call a summary', async () => {
  const ROUNDS = 4;
  const keys = smallPolicies.map((policy, index) => ({ key: conversation(`all-${index}`), policy }));
  rig.openai.respondWith((told, number) => ({ ...terseModel(told, number), delayMs: 30 }));
  await rig.project();
  for (const { key, policy } of keys) await rig.assign(key, policy);
  const both = await Promise.all([summarizer(), summarizer()]);
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(keys.map(({ key }) => rig.send(key, turns(key, round))));
    if (round % 2 === 0) continue;
    for (const { key } of keys) await idle(key, 6 * (round + 1));
  }
  let events = 0;
  let calls = 0;
  for (const { key } of keys) {
    const made = await decisions(key);
    events += made.events;
    calls += made.calls;
  }
  const published = await Promise.all(both.map(({ url }) => publishedBy(url)));
  report(
    `two summarizers, ${keys.length} policies: ${events} events by ${published.join(' and ')} leases, ${calls} calls`,
  );
  expect(rig.openai.calls).toHaveLength(calls);
  expect(Math.min(...published)).toBeGreaterThan(0);
  expect(await Promise.all(both.map(({ process }) => process.end('SIGTERM')))).toEqual([0, 0]);
});

async function publishedBy(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const found = metrics.matchAll(/^verbatim_summarizer_work_total\{[^}]*outcome="published"\} (\d+)$/gm);
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
}
