import { Test } from '@nestjs/testing';
import { PostgresCompactionRequests, type Lease } from '@verbatim/conversation-store';
import { EVENT_LOG, PostgresEventLog, type LogPosition, type OutgoingRecord } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { SummarizerModule } from '../../apps/summarizer/summarizer.module';
import { WorkLoop } from '../../apps/summarizer/work-loop';
import { conversation, eventually, startRig, type SummarizerRig } from '../support/summarizer-rig';

jest.setTimeout(60_000);

// What operators ask for (SPEC 5, compression on demand) while summarizers die, share the work or the policy changes.

const tiers = { preset: 'agent-zero', limitRequests: null, limitInput: null, limitOutput: null } as const;

let rig: SummarizerRig;
let operator: PostgresCompactionRequests;

beforeEach(async () => {
  rig = await startRig();
  operator = new PostgresCompactionRequests(rig.database);
});

afterEach(() => rig.close());

/** State of a request once something came of it. */
function ended(key: ReturnType<typeof conversation>, id: number) {
  return eventually(async () =>
    (await operator.of(key)).find((request) => request.id === id && request.state !== 'asked'),
  );
}

/** A summarizer whose first step of that kind fails as if its process had died there; its lease is over at once. */
async function dying(at: 'before publishing' | 'after publishing') {
  let deaths = 0;
  const die = (): void => {
    deaths += 1;
    if (deaths === 1) throw new Error(`died ${at}`);
  };
  class DyingLog extends PostgresEventLog {
    override async append(topic: string, records: readonly OutgoingRecord[]): Promise<LogPosition[]> {
      if (at === 'before publishing') die();
      return super.append(topic, records);
    }
  }
  class DyingRequests extends PostgresCompactionRequests {
    override async done(lease: Lease, event: string): Promise<void> {
      if (at === 'after publishing') die();
      return super.done(lease, event);
    }
  }
  const testing = await Test.createTestingModule({ imports: [SummarizerModule.forRoot(rig.context())] })
    .overrideProvider(EVENT_LOG)
    .useFactory({ factory: (database: Database) => new DyingLog(database), inject: [Database] })
    .overrideProvider(PostgresCompactionRequests)
    .useFactory({ factory: (database: Database) => new DyingRequests(database), inject: [Database] })
    .compile();
  const loop = testing.get(WorkLoop);
  loop.start();
  return async (): Promise<number> => {
    await loop.stop(1_000);
    await testing.close();
    return deaths;
  };
}

test.each([
  ['before publishing', 2],
  ['after publishing', 1],
] as const)('a request whose worker died %s leads to one step', async (at, calls) => {
  const key = conversation(`dying ${at}`);
  await rig.project();
  await rig.assign(key, tiers);
  await rig.chat(key, 0, 12);
  await rig.projected(key, 12);
  const id = await operator.ask(key, 'attention');
  const stop = await dying(at);
  const { state, event } = await ended(key, id);
  await eventually(async () => (await rig.reader.fate(key, event ?? '')).kind === 'journaled');
  expect(await stop()).toBe(2);
  const steps = await rig.journal(key, 'CheckpointCreated');
  expect([state, steps.map(({ eventId }) => eventId)]).toEqual(['done', [event]]);
  expect(rig.openai.calls).toHaveLength(calls);
});

test('several requests and what is due share one conversation between two summarizers, and no step is made twice', async () => {
  const keys = [0, 1, 2, 3].map((number) => conversation(`shared ${number}`));
  rig.openai.respondWith((_, number) => ({ kind: 'text', text: `Summary ${number}`, delayMs: 60 }));
  await rig.project();
  for (const key of keys) {
    await rig.assign(key, { ...tiers, contextLength: 120, contextHistoryRatio: 0.5 });
    await rig.chat(key, 0, 24);
    await rig.projected(key, 24);
  }
  const asked = await Promise.all(
    keys.flatMap((key) =>
      ([null, 'attention', 'topic', 'large', 'attention'] as const).map(async (what) => ({
        key,
        id: await operator.ask(key, what),
      })),
    ),
  );
  await Promise.all([rig.summarize(), rig.summarize()]);
  for (const { key, id } of asked) await ended(key, id);
  let steps = 0;
  for (const key of keys) {
    const { head } = await rig.settled(key, 24);
    expect((await rig.reader.figures(key)).conflicts).toBe(0);
    const summaries = await rig.journal(key, 'CheckpointCreated');
    expect([head.attempts, head.checkpoints]).toEqual([0, summaries.length]);
    steps += summaries.length;
  }
  expect(rig.openai.calls).toHaveLength(steps);
});

test.each([null, 'checkpoint'] as const)(
  'a checkpoint is made before it is due, once for each request (%s)',
  async (what) => {
    const key = conversation(`early ${what}`);
    await rig.project();
    await rig.assign(key, {
      preset: 'agentkit',
      summarization: { triggerAt: 30, keepRecent: 4, retriggerAt: 20 },
    });
    await rig.chat(key, 0, 12);
    await rig.projected(key, 12);
    const ids = await Promise.all([operator.ask(key, what), operator.ask(key, what)]);
    expect(new Set(ids).size).toBe(1);
    await rig.summarize();
    const { state, event, reason } = await ended(key, ids[0]);
    await eventually(async () => (await rig.reader.fate(key, event ?? '')).kind === 'journaled');
    const { head, checkpoints } = await rig.settled(key, 12);
    expect([state, reason, head.attempts]).toEqual(['done', null, 0]);
    expect(checkpoints.map(({ id, status, range }) => [id, status, range.messages])).toEqual([
      [event, 'active', { from: 0, to: 8 }],
    ]);
    expect(await ended(key, await operator.ask(key, what))).toMatchObject({
      state: 'nothing',
      event: null,
      reason: '4 live messages, keepRecent is 4: all of them stay',
    });
    expect(rig.openai.calls).toHaveLength(1);
  },
);

test('a request and the work that is due at the same time lead to one checkpoint', async () => {
  const key = conversation('due and asked for');
  await rig.project();
  await rig.assign(key, {
    preset: 'agentkit',
    summarization: { triggerAt: 12, keepRecent: 4, retriggerAt: 12 },
  });
  await rig.chat(key, 0, 12);
  await rig.projected(key, 12);
  const id = await operator.ask(key, 'checkpoint');
  await Promise.all([rig.summarize(), rig.summarize()]);
  await ended(key, id);
  const { head, checkpoints } = await rig.settled(key, 12);
  expect([head.attempts, checkpoints.map(({ status }) => status)]).toEqual([0, ['active']]);
});

test('a request that the policy has no mechanism for leads to nothing, as does one whose policy was changed meanwhile', async () => {
  const plain = conversation('plain');
  await rig.project();
  await rig.assign(plain, { preset: 'window-only' });
  await rig.chat(plain, 0, 12);
  const key = conversation('changed');
  await rig.assign(key, tiers);
  await rig.chat(key, 0, 12);
  await rig.projected(key, 12);
  await rig.projected(plain, 12);
  rig.openai.respondWith([{ kind: 'text', text: 'too late', delayMs: 800 }]);
  const ids = [await operator.ask(plain, null), await operator.ask(key, 'attention')] as const;
  await rig.summarize();
  expect(await ended(plain, ids[0])).toMatchObject({
    state: 'nothing',
    event: null,
    reason: expect.stringContaining('the policy has no history part'),
  });
  await eventually(async () => rig.openai.calls.length === 1);
  await rig.assign(key, { preset: 'agentkit' }, 'another policy');
  const { event } = await ended(key, ids[1]);
  const fate = await eventually(async () => {
    const found = await rig.reader.fate(key, event ?? '');
    return found.kind === 'journaled' && found;
  });
  expect(fate).toMatchObject({ status: 'refused', error: { detail: expect.stringContaining('topic') } });
  const { head, checkpoints } = await rig.settled(key, 12);
  expect([head.activeCheckpoints, head.attempts, checkpoints.map(({ status }) => status)]).toEqual([
    0,
    1,
    ['refused'],
  ]);
  expect(await ended(key, await operator.ask(key, 'attention'))).toMatchObject({ state: 'nothing' });
});
