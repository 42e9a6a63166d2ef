import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { rawMember } from '@verbatim/client/raw-member';
import { Database } from '@verbatim/postgres';
import { ConversationClient, type Message } from '../../../support/conversation-client';
import { startServices } from '../../../support/services';
import { ask } from '../../load/http';
import { canaryOf, Truth, type ServedAnswer } from '../../load/truth';
import type { Evidence } from '../evidence';
import { JournalWatch } from '../journal-watch';

const tenants = ['one', 'two'];
const CONVERSATION = 'chat';
const TURNS = 5;
const policy = { history: { triggerAt: 6, keepRecent: 2, retriggerAt: 4 }, toolResults: { keepRecent: 1 } };

export interface SmallWorld extends Evidence {
  /** Changes rows of the journal as no service could. */
  tamper(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Services in this process after a little load, all of it known, for specs that then spoil something. */
export async function smallWorld(): Promise<SmallWorld> {
  const services = await startServices();
  const database = await Database.open({ url: services.databaseUrl, applicationName: 'rig', poolSize: 4 });
  const truth = new Truth(tenants);
  const watch = JournalWatch.start(database);
  for (const tenant of tenants) await load(services.url, tenant, truth);
  await settled(database);
  await watch.look();
  return {
    truth,
    options: { log: 'embedded' },
    database,
    postgres: { directUrl: services.databaseUrl },
    kafka: null,
    settings: {},
    services: [],
    settled: { isSettled: true, seconds: 0, lag: 0, due: 0 },
    second: null,
    watch,
    base: null,
    url: () => Promise.resolve(services.url),
    tamper: async (sql) => {
      await database.query('ALTER TABLE journal DISABLE TRIGGER journal_keeps_rows');
      await database.query(sql);
      await database.query('ALTER TABLE journal ENABLE ALWAYS TRIGGER journal_keeps_rows');
    },
    close: async () => {
      await watch.stop();
      await database.close();
      await services.stop();
    },
  };
}

async function load(url: string, tenant: string, truth: Truth): Promise<void> {
  const client = new ConversationClient(url, CONVERSATION, tenant);
  await client.assign(policy);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const messages = turnOf(tenant, turn);
    const ids = messages.map((_, index) => `http-${turn}-${index}`);
    await client.append(messages, ids);
    messages.forEach((message, index) => {
      const bytes = Buffer.from(JSON.stringify(message));
      const place = { tenant, conversation: CONVERSATION, producer: 'http', type: 'MessageAppended' };
      truth.acknowledge({ ...place, id: ids[index] ?? '', bytes, keeps: 'member' });
    });
    for (const target of ['openai-chat', 'anthropic'])
      await fetchContext(url, { tenant, target, after: ids.at(-1) ?? '' }, truth);
  }
}

function turnOf(tenant: string, turn: number): Message[] {
  const call = { id: `call-${turn}`, type: 'function', function: { name: 'look_up', arguments: '{}' } };
  return [
    { role: 'user', content: `${canaryOf(tenant)} question ${turn}` },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: `what was found: ${'a line. '.repeat(30)}` },
    { role: 'assistant', content: `answer ${turn}` },
  ];
}

async function fetchContext(
  url: string,
  { tenant, target, after }: { readonly tenant: string; readonly target: string; readonly after: string },
  truth: Truth,
): Promise<void> {
  const call = {
    tenant,
    conversation: CONVERSATION,
    callId: randomUUID(),
    target,
    model: 'gpt-4o',
    budget: 2_000,
    after,
  };
  const body = JSON.stringify({
    ...call,
    tenant: undefined,
    conversation: undefined,
    budget: { tokens: call.budget },
  });
  const path = `/v1/conversations/${CONVERSATION}/context`;
  let answer = await ask(truth, { tenant, url, method: 'POST', path, body });
  while (answer?.status === 503) answer = await ask(truth, { tenant, url, method: 'POST', path, body });
  const text = answer?.bytes.toString() ?? '';
  if (answer?.status !== 200) throw new Error(text);
  const { segments, degraded, losses, sha256, tokens, position } = JSON.parse(text) as ServedAnswer & {
    readonly sha256: string;
    readonly tokens: number;
    readonly position: number;
  };
  const bytes = Buffer.from(rawMember(text, 'body') ?? '');
  truth.served.push({
    ...call,
    body: bytes,
    sha256,
    tokens,
    position,
    answer: { segments, degraded, losses },
  });
}

/** Nothing waits in the log and nothing is due. */
async function settled(database: Database): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ busy: boolean }>(
      `SELECT EXISTS (SELECT FROM due_work) OR EXISTS (
         SELECT FROM log_partitions AS log LEFT JOIN processor_positions AS stored USING (topic, partition)
         WHERE log.topic = 'conversation-events' AND log.next_offset > coalesce(stored.next_offset, 0)) AS busy`,
    );
    if (row?.busy === false) return;
    await sleep(50);
  }
}
