import { call, chat, type Problem, type Served } from '../../support/conversation-client';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { expectSound } from './support/expect-sound';
import { onEmbeddedLog } from './support/on-each-log';
import { startProcess } from './support/other-process';

jest.setTimeout(120_000);

const request = { model: 'gpt-4o', callId: 'call-1' };
const LOCK = 4711;

onEmbeddedLog('a repeated call id', (world) => {
  beforeEach(() => world().start('projector', 'context-builder'));

  const ask = (url: string, conversation: string, body: object, tenant?: string) =>
    call<Served | Problem>(url, 'POST', `/v1/conversations/${conversation}/context`, body, tenant);

  /** Their status and bytes, or code. */
  const outcome = ({ status, body }: Awaited<ReturnType<typeof ask>>): unknown[] =>
    'code' in body ? [status, body.code] : [status, body.sha256, JSON.stringify(body.body)];

  const receipts = () =>
    world().database.query<{ sha: string }>(
      `SELECT encode(body_sha256, 'hex') AS sha FROM receipts WHERE tenant = 'default' AND call_id = $1`,
      [request.callId],
    );

  it('gets the same bytes for the same request, whatever came since, and 409 for another', async () => {
    const conversation = world().conversation('chat');
    await conversation.say(...chat(0, 4));
    const first = await ask(world().url, 'chat', request);
    await conversation.say(...chat(4, 4));
    const again = await ask(world().url, 'chat', request);
    expect(again.text).toBe(first.text);
    expect((first.body as Served).body.messages).toEqual(chat(0, 4));

    await world()
      .conversation('other')
      .say(...chat(0, 1));
    await world()
      .conversation('chat', 'acme')
      .say(...chat(0, 1));
    const reused = [409, 'call-id-reused'];
    expect(outcome(await ask(world().url, 'chat', { ...request, budget: { messages: 3 } }))).toEqual(reused);
    expect(outcome(await ask(world().url, 'other', request))).toEqual(reused);
    const foreign = await ask(world().url, 'chat', request, 'acme');
    expect((foreign.body as Served).body.messages).toEqual(chat(0, 1));
    expect(await receipts()).toHaveLength(1);
    await expectSound(world());
  });

  it('is answered once by two context-builders at once, while the conversation goes on', async () => {
    const one = world().url;
    await world().start('context-builder');
    const other = world().url;
    const conversation = world().conversation('chat');
    await conversation.say(...chat(0, 4));
    const ROUNDS = 10;
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = { ...request, callId: `call-${round}` };
      const [, ...answers] = await Promise.all([
        conversation.append(chat(4 + round, 1)),
        ...[one, other, one, other, one, other].map((url) => ask(url, 'chat', asked)),
      ]);
      const [first] = answers.map(outcome);
      expect(answers.map(outcome)).toEqual(answers.map(() => first));
      expect(first?.[0]).toBe(200);
    }
    const rivals = await Promise.all(
      [one, other, one, other].map((url, at) =>
        ask(url, 'chat', { ...request, callId: 'rivals', budget: { messages: 2 + (at % 2) } }),
      ),
    );
    const [won, lost] = [200, 409].map((status) => rivals.filter((each) => each.status === status));
    expect([won?.length, new Set(won?.map(({ text }) => text)).size, lost?.length]).toEqual([2, 1, 2]);
    await conversation.settled(4 + ROUNDS);
    await expectSound(world());
  });

  it.each([
    { ending: 'kept', what: 'its receipt was committed: these are the bytes' },
    { ending: 'lost', what: 'its receipt was not: it is asked anew' },
  ])('is answered by another builder where the first was killed and $what', async ({ ending }) => {
    const { database } = world();
    const conversation = world().conversation('chat');
    await conversation.say(...chat(0, 4));
    // Holds the commit of every receipt while the test has the lock.
    await database.query(`
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON receipts DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION hold()`);
    const dying = await startProcess(world(), 'context-builder');
    await database.session(async (session) => {
      await session.query('SELECT pg_advisory_lock($1)', [LOCK]);
      const answer = ask(dying.url, 'chat', request).then(({ status }) => status, String);
      const held = (): Promise<{ pid: number }[]> =>
        database.query(
          `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = $1`,
          [LOCK],
        );
      await waitUntil('the commit is under way', async () => (await held()).length === 1);
      const [waiting] = await held();
      await dying.process.end('SIGKILL');
      expect(await answer).toContain('fetch failed');
      if (ending === 'lost') await session.query('SELECT pg_terminate_backend($1, 10000)', [waiting?.pid]);
      await session.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    });
    const isKept = ending === 'kept';
    await waitUntil('the outcome is known', async () => (await receipts()).length === (isKept ? 1 : 0));

    await conversation.say(...chat(4, 2));
    const { status, body } = await ask(world().url, 'chat', request);
    expect(status).toBe(200);
    expect((body as Served).body.messages).toEqual(chat(0, isKept ? 4 : 6));
    expect(await receipts()).toEqual([{ sha: (body as Served).sha256 }]);
    await expectSound(world());
  });
});
