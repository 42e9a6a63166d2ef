import { Database } from '@verbatim/postgres';
import { HealthRegistry, Metrics, type Service } from '@verbatim/platform';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../../apps/cli/testing/command-run';
import { startContextBuilder } from '../../apps/context-builder';
import {
  call,
  chat,
  ConversationClient,
  report,
  type Answer,
  type Problem,
} from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(120_000);

interface Settings {
  readonly settings: Record<string, number | null>;
  readonly kept: Record<string, number | null>;
  readonly sessions: { readonly active: number };
}

let services: RunningServices;
let other: Service & { readonly url: string };
let owner: Database;

beforeAll(async () => {
  services = await startServices();
  other = await another();
  owner = await Database.open({ url: services.databaseUrl, applicationName: 'spec', poolSize: 2 });
});

afterAll(async () => {
  await owner.close();
  await other.stop();
  await services.stop();
});

beforeEach(async () => {
  await owner.query('DELETE FROM sessions');
  await set({ 'window.maxMessages': 200, 'sessions.max': null, 'sessions.idleTimeoutMinutes': 60 });
});

/** A further context-builder on the same database, as another process has it. */
function another({ context: shared }: RunningServices = services): Promise<
  Service & { readonly url: string }
> {
  const context = { ...shared, metrics: new Metrics(), health: new HealthRegistry() };
  return startContextBuilder(context, { host: '127.0.0.1', port: 0 });
}

/** A process may remember for a second what another one changed. */
async function lately(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_050));
}

async function set(written: object, url = services.url): Promise<Answer<Settings & Problem>> {
  return call(url, 'PUT', '/v1/settings', written);
}

async function settings(url = services.url): Promise<Settings> {
  return (await call<Settings>(url, 'GET', '/v1/settings')).body;
}

function chain(
  change: object,
  url = services.url,
): Promise<Answer<{ plugins: { name: string }[] } & Problem>> {
  return call(url, 'POST', '/v1/plugins/chain', change);
}

/** The ceiling of the policy that the conversation has now. */
async function ceilingOf({ id }: ConversationClient, url = services.url): Promise<number> {
  type InForce = { policy: { document: { window: { maxMessages: number } } } };
  const { body } = await call<InForce>(url, 'GET', `/v1/conversations/${id}`);
  return body.policy.document.window.maxMessages;
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Conversations of one message each. */
async function conversations(count: number, url = services.url): Promise<ConversationClient[]> {
  const made = Array.from({ length: count }, () => new ConversationClient(url));
  await Promise.all(made.map((one) => one.append(chat(0, 1))));
  await Promise.all(made.map((one) => one.settled(1)));
  return made;
}

/** As if no context had been asked of the conversation for so long. */
async function idle({ id }: ConversationClient, minutes: number): Promise<void> {
  const sql = `UPDATE sessions SET last_used = last_used - make_interval(mins => $2) WHERE conversation = $1`;
  expect(await owner.execute(sql, [id, minutes])).toBe(1);
}

describe('sessions', () => {
  test('the 51st of 50 is refused, over two processes; appends never are', async () => {
    await set({ 'sessions.max': 50 });
    await lately();
    const all = await conversations(51);
    const there = all.map(({ id }) => new ConversationClient(other.url, id));
    const answers = await Promise.all(
      all.slice(0, 50).map((one, index) => (index % 2 === 0 ? one : (there[index] ?? one)).tryContext()),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const last of [all, there].flatMap((each) => each.slice(50))) {
      const refused = await last.tryContext();
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'session-limit', max: 50, active: 50, idleTimeoutMinutes: 60 },
      });
      expect((refused.body as Problem).detail).toMatch(
        /50 of 50 are in use; one ends after 60 minutes without a context, the next in \d+ seconds; the setting sessions\.max/,
      );
    }
    await all[50]?.say(...chat(1, 1));
    expect((await there[0]?.tryContext())?.status).toBe(200);
    expect((await settings()).sessions).toEqual({ active: 50 });
    report('SPEC 6 sessions: 50 of 50 served through two processes, the 51st refused by both');
  });

  test('agent-mcp as the default has 50 sessions that end after 60 minutes; elsewhere there is no limit', async () => {
    const elsewhere = { 'sessions.max': null, 'sessions.idleTimeoutMinutes': 60 };
    expect((await settings()).settings).toMatchObject(elsewhere);
    await call(services.url, 'PUT', '/v1/policies/default', { name: 'agent-mcp' });
    expect((await settings()).settings).toEqual({
      'window.maxMessages': 200,
      'sessions.max': 50,
      'sessions.idleTimeoutMinutes': 60,
    });
    await call(services.url, 'PUT', '/v1/policies/default', { name: 'window-only' });
    expect((await settings()).settings).toMatchObject(elsewhere);
  });

  test('two that come at once do not both get the last place', async () => {
    await set({ 'sessions.max': 3 });
    await lately();
    const all = await conversations(10);
    const answers = await Promise.all(
      all.map(({ id }, index) =>
        new ConversationClient(index % 2 === 0 ? services.url : other.url, id).tryContext(),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('one that was idle for the timeout gives its place; its history stays', async () => {
    await set({ 'sessions.max': 1, 'sessions.idleTimeoutMinutes': 5 });
    const [first, second] = (await conversations(2)) as [ConversationClient, ConversationClient];
    await first.context();
    await idle(first, 4);
    expect((await second.tryContext()).status).toBe(429);
    await idle(first, 1);
    await second.context();
    expect(await first.messages()).toHaveLength(1);
    expect((await first.tryContext()).status).toBe(429);
    await set({ 'sessions.idleTimeoutMinutes': 0 });
    await idle(second, 1_000_000);
    const never = await first.tryContext();
    expect((never.body as Problem).detail).toContain('they never end by themselves');
  });

  test('a call that was served is answered again where its conversation has no session any more', async () => {
    await set({ 'sessions.max': 1 });
    const [first, second] = (await conversations(2)) as [ConversationClient, ConversationClient];
    const served = await first.context({ callId: 'call-of-first' });
    await idle(first, 60);
    await second.context();
    expect((await first.tryContext()).status).toBe(429);
    expect((await first.context({ callId: 'call-of-first' })).body).toEqual(served.body);
  });

  test('uses are recorded before there is a limit; what does not exist takes no place', async () => {
    const [first, second] = (await conversations(2)) as [ConversationClient, ConversationClient];
    await first.context();
    await second.context();
    await second.context();
    expect((await settings()).sessions).toEqual({ active: 2 });
    await set({ 'sessions.max': 2 });
    expect((await new ConversationClient(services.url).tryContext()).status).toBe(404);
    const [third] = (await conversations(1)) as [ConversationClient];
    expect((await third.tryContext()).status).toBe(429);
    const metrics = await (await fetch(`${services.url}/metrics`)).text();
    expect(metrics).toContain('\nverbatim_context_builder_sessions 2\n');
  });
});

describe('settings', () => {
  test('a change reaches the other process, conversations in use and those to come', async () => {
    const used = new ConversationClient(services.url);
    await used.say(...chat(0, 30));
    expect((await used.context()).body.messages).toHaveLength(30);
    const changed = await set({ 'window.maxMessages': 10 }, other.url);
    expect(changed.status).toBe(202);
    expect((await settings()).settings['window.maxMessages']).toBe(10);
    await until(async () => (await ceilingOf(used)) === 10);
    expect((await used.context()).body.messages.length).toBeLessThanOrEqual(10);
    const fresh = new ConversationClient(services.url);
    await fresh.say(...chat(0, 30));
    expect((await fresh.context()).body.messages.length).toBeLessThanOrEqual(10);
    expect(await used.messages()).toHaveLength(30);
  });

  test.each([
    [{ 'window.maxMessages': 0 }, 400, 'request-invalid', /window\.maxMessages.*0 is below 1/],
    [{ 'sessions.max': -1 }, 400, 'request-invalid', /sessions\.max.*-1/],
    [
      { 'sessions.idleTimeoutMinutes': 'long' },
      400,
      'request-invalid',
      /^request\.sessions\.idleTimeoutMinutes: expected a number, got "long"$/,
    ],
    [
      { 'window.maxMessages': 1.5 },
      400,
      'request-invalid',
      /^request\.window\.maxMessages: expected a whole number, got 1\.5$/,
    ],
    [
      { 'window.max': 3 },
      400,
      'request-invalid',
      /no setting is called window\.max; the settings: window\.maxMessages, sessions\.max, sessions\.idleTimeoutMinutes$/,
    ],
    [
      { 'window.maxMessags': 3 },
      400,
      'request-invalid',
      /no setting is called window\.maxMessags, did you mean window\.maxMessages\?; the settings:/,
    ],
    [{ temporary: true }, 400, 'request-invalid', /names no setting; the settings: window\.maxMessages/],
  ])('%j is refused', async (body, status, code, detail) => {
    const before = await settings();
    const answer = await set(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toMatch(detail);
    expect(await settings()).toEqual(before);
  });

  test('what contradicts the policy is refused with its sentence', async () => {
    await call(services.url, 'PUT', '/v1/policies/late', { history: { triggerAt: 100 } });
    await call(services.url, 'PUT', '/v1/policies/default', { name: 'late' });
    const answer = await set({ 'window.maxMessages': 99 });
    expect([answer.status, answer.body.code]).toEqual([422, 'policy-invalid']);
    expect(answer.body.detail).toContain('is over window.maxMessages 99');
    await call(services.url, 'PUT', '/v1/policies/default', { name: 'window-only' });
  });
});

describe('settings that hold until the services restart', () => {
  test('hold for used and new conversations while one process runs, and end when all started anew', async () => {
    const rig = await startServices({ only: ['projector'] });
    const [one, two] = [await another(rig), await another(rig)];
    const used = new ConversationClient(one.url);
    await used.say(...chat(0, 20));
    await set({ 'window.maxMessages': 100 }, one.url);
    await set({ 'window.maxMessages': 10, temporary: true }, two.url);
    await set({ 'sessions.max': 7 }, one.url);
    await until(async () => (await ceilingOf(used, one.url)) === 10);
    const fresh = new ConversationClient(two.url);
    await fresh.say(...chat(0, 20));
    for (const conversation of [used, fresh]) {
      expect((await conversation.context()).body.messages.length).toBeLessThanOrEqual(10);
    }
    const inForce = { 'window.maxMessages': 10, 'sessions.max': 7, 'sessions.idleTimeoutMinutes': 60 };
    const kept = { ...inForce, 'window.maxMessages': 100 };
    expect(await settings(one.url)).toMatchObject({ settings: inForce, kept });

    await one.stop();
    const again = await another(rig);
    expect(await settings(again.url)).toMatchObject({ settings: inForce, kept });

    await again.stop();
    await two.stop();
    const first = await another(rig);
    expect(await settings(first.url)).toMatchObject({ settings: kept, kept });
    for (const { id } of [used, fresh]) {
      const conversation = new ConversationClient(first.url, id);
      await until(async () => (await ceilingOf(conversation, first.url)) === 100);
      expect((await conversation.context()).body.messages).toHaveLength(20);
    }
    await first.stop();
    await rig.stop();
  });

  test('a lasting change of the same setting, and another default, end them', async () => {
    await set({ 'window.maxMessages': 10, temporary: true });
    await set({ 'window.maxMessages': 20 });
    expect(await settings()).toMatchObject({
      settings: { 'window.maxMessages': 20 },
      kept: { 'window.maxMessages': 20 },
    });
    await set({ 'window.maxMessages': 10, temporary: true });
    await call(services.url, 'PUT', '/v1/policies/default', { name: 'window-only' });
    expect((await settings()).settings['window.maxMessages']).toBe(20);
  });
});

describe('the plugin chain', () => {
  afterEach(() => call(services.url, 'PUT', '/v1/policies/window-only', { preset: 'window-only' }));

  /** Names in the policy that a conversation in use has. */
  async function chainOf({ id }: ConversationClient): Promise<string> {
    type InForce = { policy: { document: { plugins: { name: string }[] } } };
    const { body } = await call<InForce>(services.url, 'GET', `/v1/conversations/${id}`);
    return body.policy.document.plugins.map(({ name }) => name).join(' ');
  }

  test('add, move and remove reach conversations in use; default stays where it is', async () => {
    const used = new ConversationClient(services.url);
    await used.say(...chat(0, 2));
    await chain({ add: 'role-pair-enforcer' });
    const options = { tokenBudget: 4000 };
    await chain({ add: 'token-budget', options, temporary: true }, other.url);
    await until(async () => (await chainOf(used)) === 'default role-pair-enforcer token-budget');
    const moved = await chain({ move: 'token-budget', to: 1, temporary: true });
    expect(moved.status).toBe(202);
    expect(moved.body.plugins.slice(1)).toMatchObject([
      { name: 'token-budget', options },
      { name: 'role-pair-enforcer' },
    ]);
    await until(async () => (await chainOf(used)) === 'default token-budget role-pair-enforcer');
    // For good what was added for a while: it keeps the place it has.
    expect((await chain({ add: 'token-budget', options, at: 1 })).status).toBe(202);
    await chain({ remove: 'role-pair-enforcer' });
    await until(async () => (await chainOf(used)) === 'default token-budget');
  });

  test.each([
    [{ add: 'no-such-plugin' }, 422, 'plugin-unknown'],
    [{ remove: 'token-budget' }, 422, 'plugin-unknown'],
    [{ add: 'default' }, 409, 'plugin-exists'],
    [{ remove: 'default' }, 409, 'plugin-fixed'],
    [{ move: 'default', to: 1 }, 409, 'plugin-fixed'],
    [{ add: 'token-budget', at: 0 }, 409, 'plugin-fixed'],
    [{ add: 'token-budget', at: 2 }, 400, 'request-invalid'],
    [{ add: 'token-budget', options: { tokenBudget: 0 } }, 422, 'policy-invalid'],
    [{ put: 'token-budget' }, 400, 'request-invalid'],
  ])('%j is refused: %d %s', async (change, status, code) => {
    const { body, status: found } = await chain(change);
    expect([found, body.code]).toEqual([status, code]);
  });

  test('adding one twice is refused', async () => {
    await chain({ add: 'token-budget' });
    const again = await chain({ add: 'token-budget' });
    expect([again.status, again.body.code]).toEqual([409, 'plugin-exists']);
  });
});

describe('the commands, against running services', () => {
  const verbatim = async (...words: string[]): Promise<string> => {
    const { code, out, err } = await runCommand(...words, '--url', services.url);
    expect([code, err]).toEqual([0, '']);
    return out;
  };
  const json = async <T>(...words: string[]): Promise<T> =>
    JSON.parse(await verbatim(...words, '--json')) as T;

  test('settings get and set, for good and --temp', async () => {
    const used = new ConversationClient(services.url);
    await used.say(...chat(0, 2));
    await verbatim('settings', 'set', 'window.maxMessages', '100');
    await verbatim('settings', 'set', 'window.maxMessages', '60', '--temp');
    await verbatim('settings', 'set', 'sessions.max', '9', '--temp');
    await verbatim('settings', 'set', 'sessions.idleTimeoutMinutes', '0');
    await until(async () => (await ceilingOf(used)) === 60);
    expect(await verbatim('settings', 'get')).toContain(
      [
        'Setting                      Value  After a restart',
        'window.maxMessages           60     100',
        'sessions.max                 9      none',
        'sessions.idleTimeoutMinutes  0      0',
      ].join('\n'),
    );
    expect(await json('settings', 'get')).toEqual(await settings());
    await verbatim('settings', 'set', 'sessions.max', 'none');
    expect((await settings()).settings['sessions.max']).toBeNull();
    const over = await verbatim('settings', 'set', 'window.maxMessages', '5000');
    expect(over).toMatch(/^window\.maxMessages +5,000 set, 200 in force \(VERBATIM_WINDOW_CEILING\)$/m);
    expect(await settings()).toMatchObject({
      settings: { 'window.maxMessages': 5000 },
      inForce: { 'window.maxMessages': 200 },
      notices: [{ setting: 'window.maxMessages', value: 5000, inForce: 200, by: 'VERBATIM_WINDOW_CEILING' }],
    });
    await verbatim('settings', 'set', 'window.maxMessages', '60');
    expect((await settings()) as object).toMatchObject({
      inForce: { 'window.maxMessages': 60 },
      notices: [],
    });
  });

  test('policy set, show and assign say what is void, and assign what is new', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'verbatim-policy-')), 'wide.yaml');
    writeFileSync(file, 'window: { maxMessages: 5000 }\nsessions: { max: 77 }\n');
    const notice = /Notice +window\.maxMessages: 5,000 set, 200 in force \(VERBATIM_WINDOW_CEILING\)/;
    const put = await verbatim('policy', 'set', 'wide', file);
    expect(put).toMatch(notice);
    expect(put).toMatch(/Notice +sessions\.max: 77 set, .* in force \(the default policy window-only\)/);
    rmSync(dirname(file), { recursive: true });
    const shown = await runCommand('policy', 'show', 'wide', '--url', services.url);
    expect(shown.err).toMatch(notice);

    const unknown = await runCommand('policy', 'show', 'agentkitt', '--url', services.url);
    expect(unknown.err).toContain('there is no policy agentkitt: did you mean agentkit?');

    const known = new ConversationClient(services.url);
    await known.say(...chat(0, 2));
    const mistyped = `${known.id}x`;
    const refused = await runCommand(
      'policy',
      'assign',
      mistyped,
      'wide',
      '--existing',
      '--url',
      services.url,
    );
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`there is no conversation ${mistyped}; near it: ${known.id}`),
    ]);
    expect((await call(services.url, 'GET', `/v1/conversations/${mistyped}`)).status).toBe(404);
    expect(await verbatim('policy', 'assign', known.id, 'wide', '--existing')).not.toContain('is new');
    const assigned = await verbatim('policy', 'assign', mistyped, 'wide');
    expect(assigned).toContain(`${mistyped} is new: it has no message yet; did you mean ${known.id}`);
    expect(assigned).toMatch(notice);
  });

  test('plugins list, add, move and remove; 0 is default’s place', async () => {
    type List = { chain: { name: string }[]; available: { name: string }[] };
    const names = async () => (await json<List>('plugins', 'list')).chain.map(({ name }) => name);
    await verbatim('plugins', 'add', 'token-budget', '--options', '{"tokenBudget": 4000}');
    await verbatim('plugins', 'add', 'role-pair-enforcer', '--at', '1', '--temp');
    expect(await names()).toEqual(['default', 'role-pair-enforcer', 'token-budget']);
    await verbatim('plugins', 'move', 'token-budget', '1', '--temp');
    expect(await names()).toEqual(['default', 'token-budget', 'role-pair-enforcer']);
    const { available } = await json<List>('plugins', 'list');
    expect(available.map(({ name }) => name)).toEqual(['default', 'role-pair-enforcer', 'token-budget']);
    const fixed = await runCommand('plugins', 'move', 'token-budget', '0', '--url', services.url);
    expect([fixed.code, fixed.err]).toEqual([1, expect.stringContaining('plugin-fixed')]);
    await verbatim('plugins', 'remove', 'role-pair-enforcer', '--temp');
    await verbatim('plugins', 'remove', 'token-budget');
    expect(await names()).toEqual(['default']);
  });

  test('model switches a conversation’s model, analytics says what reductions did', async () => {
    const conversation = new ConversationClient(services.url);
    await conversation.say(...chat(0, 2));
    const { cursor } = await json<{ cursor: string }>('model', conversation.id, 'gpt-4o-mini');
    await conversation.context({ after: cursor });
    expect(await json('state', conversation.id)).toMatchObject({ model: 'gpt-4o-mini' });
    expect(await verbatim('analytics', conversation.id)).toMatch(/\n1 context served +2 +2 /);
    const unknown = await runCommand('model', conversation.id, 'gpt-4p', '--url', services.url);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringMatching(/model-unknown: .*gpt-4o/)]);
  });
});
