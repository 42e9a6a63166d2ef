import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '@verbatim/conversation-store';
import { Database } from '@verbatim/postgres';
import { CommandProcess } from '../../apps/cli/testing/command-process';
import { eventually } from '../../libs/event-log/features/eventually';
import { call, ConversationClient } from '../support/conversation-client';
import { EarlierVersion, earlierVersion } from '../support/earlier-version';
import { testDatabase, type TestDatabase } from '../support/postgres';
import { suiteNeeding } from '../support/suite-needing';

jest.setTimeout(240_000);

afterAll(() => CommandProcess.started.forEach((child) => child.kill('SIGKILL')));

const sources = join(__dirname, '../../apps/cli');
const policy = { history: { triggerAt: 8, keepRecent: 4 } };

suiteNeeding([earlierVersion], 'this version and the one before', () => {
  let server: TestDatabase;
  let earlier: EarlierVersion;
  let database: Database;
  const data = mkdtempSync(join(tmpdir(), 'verbatim-upgrade-'));
  const settings = { VERBATIM_LOG_LEVEL: 'warn', VERBATIM_SIGNATURES: 'accept-unsigned' };

  beforeAll(async () => {
    server = await testDatabase(migrations);
    database = await Database.open({ url: server.url, applicationName: 'spec', poolSize: 2 });
    earlier = new EarlierVersion();
  });
  afterAll(async () => {
    await database.close();
    earlier.remove();
    await server.drop();
    rmSync(data, { recursive: true, force: true });
  });

  /** `serve` of a version; `only` some of its services. */
  function start(version: 'earlier' | 'this', only?: string): CommandProcess {
    const where = ['--port', '0', '--data', data, '--database', server.url];
    const words = ['serve', ...where, ...(only ? ['--only', only] : [])];
    if (version === 'earlier') return earlier.start({ VERBATIM_LOG_LEVEL: 'warn' }, ...words);
    const command = ['--require', join(sources, 'testing/register-typescript.js'), join(sources, 'main.ts')];
    return new CommandProcess([...command, ...words], settings);
  }

  async function running(version: 'earlier' | 'this', work: (url: string) => Promise<void>): Promise<void> {
    const services = start(version);
    await work(await services.listening());
    expect([version, await services.end('SIGTERM')]).toEqual([version, 0]);
  }

  const said = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      role: (from + n) % 2 === 0 ? 'user' : 'assistant',
      content: `Step ${from + n} changes part-${from + n}.ts`,
    }));

  async function journalOf(id: string): Promise<{ positions: number[]; refused: string[]; parked: unknown }> {
    const rows = await database.query<{ position: string }>(
      'SELECT position FROM journal WHERE conversation = $1 ORDER BY position',
      [id],
    );
    const refused = await database.query<{ code: string }>(
      'SELECT code FROM event_refusals WHERE conversation = $1',
      [id],
    );
    const [head] = await database.query<{ parked_code: string | null }>(
      'SELECT parked_code FROM conversation_heads WHERE conversation = $1',
      [id],
    );
    const positions = rows.map(({ position }) => Number(position));
    return { positions, refused: refused.map(({ code }) => code), parked: head?.parked_code };
  }

  /** The receipt's proof; a version that lacks its engine proves it by segments, and says that it cannot fold it. */
  async function expectProven(url: string, callId: string, isEngineThere: boolean): Promise<void> {
    const { body } = await call<{ segments: string; fold: string; differences: { detail: string }[] }>(
      url,
      'GET',
      `/v1/calls/${callId}/verify`,
    );
    const details = body.differences.map(({ detail }) => detail);
    const unknown = expect.stringMatching(/engine \d+ is not part of this version$/);
    const expected = isEngineThere ? ['ok', 'ok', []] : ['ok', 'differs', [unknown]];
    expect([body.segments, body.fold, details]).toEqual(expected);
  }

  async function engineOf(url: string, callId: string): Promise<number> {
    return (await call<{ engine: number }>(url, 'GET', `/v1/calls/${callId}`)).body.engine;
  }

  it('go on from each other, forth and back, and prove what the other served with the engines that they have', async () => {
    const calls: { callId: string; engine: number }[] = [];
    let messages = 0;
    for (const version of ['earlier', 'this', 'earlier', 'this'] as const) {
      await running(version, async (url) => {
        const conversation = new ConversationClient(url, 'forth-and-back');
        if (messages === 0) await conversation.assign(policy);
        await conversation.append(said(messages, 5));
        messages += 5;
        const state = await conversation.settled(messages);
        expect(state.checkpoints).toBeGreaterThanOrEqual(messages > 8 ? 1 : 0);
        const { callId } = await conversation.context();
        const engine = await engineOf(url, callId);
        calls.push({ callId, engine });
        for (const served of calls) await expectProven(url, served.callId, served.engine <= engine);
      });
    }
    const { positions, refused, parked } = await journalOf('forth-and-back');
    expect(positions).toEqual(positions.map((_, index) => index + 1));
    expect({ refused, parked }).toEqual({ refused: [], parked: null });
  });

  it('share partitions and work while one replaces the other', async () => {
    const old = start('earlier', 'projector,summarizer');
    await old.listening();
    const services = start('this');
    const url = await services.listening();
    const owners = async () =>
      (await database.query<{ owner: string }>('SELECT DISTINCT owner FROM processor_positions')).length;
    const ids = Array.from({ length: 12 }, (_, n) => `shared-${n}`);
    for (const id of ids) await new ConversationClient(url, id).assign(policy);
    for (let round = 0; round < 3; round += 1) {
      for (const id of ids) await new ConversationClient(url, id).append(said(round * 4, 4));
    }
    for (const id of ids) await new ConversationClient(url, id).settled(12);
    await eventually(async () => expect(await owners()).toBe(2));
    expect(await old.end('SIGTERM')).toBe(0);
    for (const id of ids) {
      const conversation = new ConversationClient(url, id);
      await conversation.append(said(12, 2));
      expect((await conversation.settled(14)).checkpoints).toBeGreaterThanOrEqual(1);
      const { positions, parked } = await journalOf(id);
      expect([id, positions, parked]).toEqual([id, positions.map((_, index) => index + 1), null]);
    }
    expect(await services.end('SIGTERM')).toBe(0);
  });
});
