import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { EventData } from '@verbatim/conversation';
import {
  openSigningKeys,
  PostgresConversationReader,
  type ConversationKey,
} from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, PostgresEventLog, recordKey, type SigningKeys } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { call, ConversationClient, report } from '../support/conversation-client';
import {
  startOpenAiServer,
  type Behaviour,
  type OpenAiServer,
  type Responder,
} from '../support/openai-server';
import { reductionHistories, type ReductionStep } from '../support/random-reductions';
import { answerOf, expectSameState, expectWholeChain } from '../support/same-state';
import { startServices, type RunningServices } from '../support/services';
import { askedSummaries } from '../support/summary-ledger';
import { terseModel } from '../support/terse-model';
import { notSummarisedOnce } from '../data/summarised-once';

/** `VERBATIM_FULL_RIG=1` runs many more; `VERBATIM_SEED` runs one seed again. */
const isFull = process.env['VERBATIM_FULL_RIG'] === '1';
const given = process.env['VERBATIM_SEED'];
const seeds = given === undefined ? Array.from({ length: isFull ? 10 : 1 }, random) : [Number(given)];
const CONVERSATIONS = isFull ? 24 : 6;
const AT_ONCE = 4;

jest.setTimeout(isFull ? 1_800_000 : 180_000);

function random(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

let openai: OpenAiServer;
let services: RunningServices;
let database: Database;
let log: PostgresEventLog;
let reader: PostgresConversationReader;
let keys: SigningKeys;

beforeAll(async () => {
  openai = await startOpenAiServer({ respond: terseModel });
  services = await startServices({ env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl } });
  database = await Database.open({ url: services.databaseUrl, applicationName: 'reductions', poolSize: 4 });
  log = new PostgresEventLog(database);
  reader = new PostgresConversationReader(database);
  keys = await openSigningKeys(database);
});

afterAll(async () => {
  await log.close();
  await database.close();
  await services.stop();
  await openai.close();
});

/** Of a hundred calls some are no use, some fail; never so many in a row that the summarizer pauses. */
function faulty(failed: Set<number>): Responder {
  const faults: Behaviour[] = [
    { kind: 'refusal' },
    { kind: 'cut-off' },
    { kind: 'empty' },
    { kind: 'filtered' },
    { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
    { kind: 'status', status: 500 },
    { kind: 'disconnect' },
  ];
  return (told, number) => {
    const fault = number % 3 === 0 ? faults[(number / 3) % faults.length] : undefined;
    if (fault && (fault.kind === 'status' || fault.kind === 'disconnect')) failed.add(number - 1);
    return fault ?? terseModel(told, number);
  };
}

const figures = { events: 0, contexts: 0, refused: 0, summaries: 0, calls: 0, revoked: 0, compacted: 0 };

async function send(
  { tenant, conversation }: ConversationKey,
  events: readonly { id: string; type: string; data: object }[],
) {
  const records = events.map((event) => ({
    key: recordKey(tenant, conversation),
    value: Buffer.from(JSON.stringify({ subject: conversation, ...event })),
  }));
  const signed = records.map((record) => keys.sign(record));
  const last = (await log.append(CONVERSATION_EVENTS, signed)).at(-1);
  figures.events += records.length;
  if (!last) throw new Error('nothing was appended');
  while (!(await reader.hasPassed('verbatim-projector', last))) await sleep(10);
}

/** Until the summarizer has nothing to do that it could do now, at a position that no event moves any more. */
async function idle({ tenant, conversation }: ConversationKey): Promise<void> {
  const busy = `
    SELECT FROM conversation_heads AS head
    WHERE tenant = $1 AND conversation = $2 AND (
      EXISTS (SELECT FROM due_work AS work WHERE work.tenant = $1 AND work.conversation = $2
        AND (work.idle_at IS NULL OR work.idle_at < head.applied_position))
      OR EXISTS (SELECT FROM compaction_requests AS asked WHERE asked.tenant = $1 AND asked.conversation = $2
        AND asked.state = 'asked'))`;
  for (const end = Date.now() + 90_000; ;) {
    const rows = await database.query(busy, [tenant, conversation]);
    // What an operator's request led to is in the log before it is projected, and may make more work due.
    if (
      rows.length === 0 &&
      (await isProjected()) &&
      (await database.query(busy, [tenant, conversation])).length === 0
    )
      return;
    if (Date.now() > end)
      throw new Error(`${conversation} is never done: ${JSON.stringify(await workOf(conversation))}`);
    // What failed for now is tried again at once: the delays have tests of their own.
    await database.query(
      'UPDATE due_work SET not_before = now(), leased_until = NULL WHERE conversation = $1 AND not_before > now()',
      [conversation],
    );
    await sleep(20);
  }
}

async function isProjected(): Promise<boolean> {
  const ranges = await log.partitions(CONVERSATION_EVENTS);
  const passed = ranges
    .filter(({ high, low }) => high > low)
    .map(({ partition, high }) =>
      reader.hasPassed('verbatim-projector', { topic: CONVERSATION_EVENTS, partition, offset: high - 1 }),
    );
  return (await Promise.all(passed)).every(Boolean);
}

interface Seen {
  readonly messages: { readonly stored: number; readonly shown: number; readonly hidden: number };
  readonly hidden: readonly { readonly count: number; readonly reason: { readonly code: string } }[];
  readonly segments: readonly { readonly instead?: { readonly code: string } }[];
}

function workOf(conversation: string): Promise<object[]> {
  return database.query('SELECT * FROM due_work WHERE conversation = $1', [conversation]);
}

async function verified(client: ConversationClient, request: object): Promise<void> {
  const { callId, ...live } = await answerOf(client, request);
  if (callId === null) {
    figures.refused += 1;
    return;
  }
  figures.contexts += 1;
  const position = live.answer?.position;
  const { callId: _, ...folded } = await answerOf(client, { ...request, at: position });
  expect(live).toEqual(folded);
  const { body } = await call(services.url, 'GET', `/v1/calls/${callId}/verify`);
  expect(body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
  await explained(callId);
}

/** Whatever reduced the conversation: each message is shown or hidden, and of each that is not shown as it came a rule says why. */
async function explained(callId: string): Promise<void> {
  const { body } = await call<Seen>(services.url, 'GET', `/v1/calls/${callId}/seen`);
  const { messages, hidden, segments } = body;
  expect(messages.hidden + messages.shown).toBe(messages.stored);
  expect(hidden.reduce((sum, { count }) => sum + count, 0)).toBe(messages.hidden);
  const codes = [...hidden.map(({ reason }) => reason.code), ...segments.map(({ instead }) => instead?.code)];
  expect(codes).not.toContain('unexplained');
}

async function take(
  client: ConversationClient,
  key: ConversationKey,
  step: ReductionStep,
  at: number,
): Promise<void> {
  switch (step.kind) {
    case 'events':
      return send(
        key,
        step.events.map((event, index) => ({ id: `${key.conversation}/${at}.${index}`, ...event })),
      );
    case 'assign': {
      await client.assign(step.policy);
      return;
    }
    case 'revoke': {
      const active = (await reader.checkpoints(key)).filter(({ status }) => status === 'active');
      const chosen = active[step.which % Math.max(1, active.length)];
      if (!chosen) return;
      figures.revoked += 1;
      return send(key, [
        { id: `${key.conversation}/${at}`, type: 'CheckpointRevoked', data: { checkpoint: chosen.id } },
      ]);
    }
    case 'compact': {
      const path = `/v1/conversations/${encodeURIComponent(client.id)}/compact`;
      const { status } = await call(
        services.url,
        'POST',
        path,
        step.what === undefined ? {} : { what: step.what },
      );
      if (status === 202) figures.compacted += 1;
      return;
    }
    case 'context':
      return verified(client, step.request);
    case 'wait':
      return idle(key);
  }
}

type Summary = EventData<'CheckpointCreated'>;

/** Requests that told each message to the model against the summaries that were made from it. */
async function toldProblems(client: ConversationClient, key: ConversationKey, failed: ReadonlySet<number>) {
  const journal = await client.journal();
  const items = await reader.items(key, 0, 1_000_000);
  const checkpoints = new Map((await reader.checkpoints(key)).map((each) => [each.id, each]));
  const types = new Set(['CheckpointCreated', 'TopicSummarized', 'BulksMerged']);
  const summaries = journal
    .filter(({ type, data }) => types.has(type) && data['summary'] !== null)
    .map(({ data }) => data as unknown as Summary);
  figures.summaries += summaries.length;
  const drafts = new Map<string, number>();
  for (const { range, supersedes, made, rejected = [] } of summaries) {
    const inside = supersedes.flatMap((id) => checkpoints.get(id)?.range.messages ?? []);
    for (const { ordinal, eventId } of items.slice(range.messages.from, range.messages.to)) {
      if (inside.some(({ from, to }) => from <= (ordinal ?? 0) && (ordinal ?? 0) < to)) continue;
      drafts.set(eventId, (drafts.get(eventId) ?? 0) + rejected.length + (made === 'llm' ? 1 : 0));
    }
  }
  const own = openai.calls
    .map((each, at) => ({ each, at }))
    .filter(
      ({ each }) => !each.body.messages.some(({ content }) => content.includes('You condense the output')),
    );
  const told = new Map<string, { requests: number; failed: number }>();
  for (const { each, at } of own) {
    const [asked] = askedSummaries([each]);
    for (const ref of new Set(asked?.messages.map((message) => message.ref))) {
      const before = told.get(ref) ?? { requests: 0, failed: 0 };
      told.set(ref, { requests: before.requests + 1, failed: before.failed + (failed.has(at) ? 1 : 0) });
    }
  }
  return items.flatMap(({ eventId }) => {
    const { requests = 0, failed: lost = 0 } = told.get(eventId) ?? {};
    const made = drafts.get(eventId) ?? 0;
    // Where a call failed, a draft that was rejected just before it was lost with it.
    return requests >= made && requests <= made + 2 * lost
      ? []
      : [`${eventId} was told ${requests} times, ${lost} of them failed, for ${made} drafts on record`];
  });
}

describe.each([
  ['a model that answers', false],
  ['a model that refuses, stops short, says nothing or fails', true],
])('under all presets in turn, with %s', (_, isFaulty) => {
  test.each(seeds)(
    'live = fold, each message told once for each summary of it, and the work ends (seed %i)',
    async (seed) => {
      const failed = new Set<number>();
      openai.respondWith(isFaulty ? faulty(failed) : terseModel);
      const histories = fc.sample(reductionHistories, { seed, numRuns: CONVERSATIONS });
      const before = openai.calls.length;
      const waiting = [...histories.entries()];
      const worker = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [number, steps] = next;
          const client = new ConversationClient(services.url, `${isFaulty ? 'f' : 'c'}-${seed}-${number}`);
          const key = { tenant: 'default', conversation: client.id };
          for (const [at, step] of steps.entries()) await take(client, key, step, at);
          await idle(key);
          await verified(client, { openCalls: 'placeholder' });
          await expectSameState({ database, reader }, key);
          await expectWholeChain(reader, key);
          const where = `seed ${seed}, conversation ${number}`;
          const problems = [
            ...notSummarisedOnce(await reader.checkpoints(key)),
            ...(await toldProblems(client, key, failed)),
          ];
          expect([where, problems]).toEqual([where, []]);
          expect([where, (await client.state()).conflicts]).toEqual([where, 0]);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      figures.calls += openai.calls.length - before;
      report(`reductions, seed ${seed}${isFaulty ? ', faulty model' : ''}: ${JSON.stringify(figures)}`);
      expect(openai.calls.length - before).toBeLessThan(figures.events);
    },
  );
});
