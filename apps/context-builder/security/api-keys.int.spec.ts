import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONVERSATION_EVENTS, PostgresEventLog } from '@verbatim/event-log';
import { scopes, type Scope } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import request, { type Response } from 'supertest';
import { startServices, type RunningServices } from '../../../test/support/services';
import { routes } from '../http/routes';

jest.setTimeout(60_000);

const all = scopes.join('+');
const secretOf = (tenant: string, scope: string): string => `secret-of-${tenant}-for-${scope}`;
const without = (scope: Scope): string => scopes.filter((each) => each !== scope).join('+');
const entries = [
  ...scopes.map((scope) => ['acme', scope] as const),
  ...scopes.map((scope) => ['acme', without(scope)] as const),
  ...['acme', 'other', 'default'].map((tenant) => [tenant, all] as const),
].map(([tenant, scope]) => `${tenant}:${scope}:${secretOf(tenant, scope)}`);

let services: RunningServices;

beforeAll(async () => {
  services = await startServices({
    only: ['projector', 'context-builder'],
    env: { VERBATIM_API_KEYS: entries.join(',') },
  });
});

afterAll(() => services.stop());

type Given = { key?: string; headers?: Record<string, string>; body?: object };

async function ask(
  method: string,
  path: string,
  { key, headers = {}, body = {} }: Given = {},
): Promise<Response> {
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  const test = request(services.url)[verb](path).set(headers);
  if (key !== undefined) void test.set('authorization', `Bearer ${key}`);
  return method === 'GET' ? await test : await test.send(body);
}

const table = Object.entries(routes).map(([name, { method, path, scope }]) => ({
  name,
  method,
  path,
  scope,
}));
const filled = (path: string, ids: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? 'x'));

describe.each(table)('$name', ({ method, path, scope }) => {
  it('needs a key', async () => {
    const { status, body, headers } = await ask(method, filled(path));
    expect([status, body.code, headers['www-authenticate']]).toEqual([401, 'unauthenticated', 'Bearer']);
    const unknown = await ask(method, filled(path), { key: `${secretOf('acme', all)}x` });
    expect([unknown.status, unknown.body.code]).toEqual([401, 'unauthenticated']);
  });

  it(`refuses a key with every scope but ${scope}, naming it`, async () => {
    const { status, body } = await ask(method, filled(path), { key: secretOf('acme', without(scope)) });
    expect([status, body.code, body.scope]).toEqual([403, 'forbidden', scope]);
  });

  it(`takes a key with ${scope} alone`, async () => {
    const { status } = await ask(method, filled(path), { key: secretOf('acme', scope) });
    expect([401, 403]).not.toContain(status);
    const own = await ask(method, filled(path), { headers: { 'x-api-key': secretOf('acme', scope) } });
    // What is removed is gone the second time.
    expect(own.status).toBe(method === 'DELETE' ? 404 : status);
  });

  it('refuses a tenant that is not the one of the key', async () => {
    const headers = { 'x-tenant-id': 'other' };
    const { status, body } = await ask(method, filled(path), { key: secretOf('acme', scope), headers });
    expect([status, body.code]).toEqual([403, 'tenant-forbidden']);
  });
});

describe("another tenant's data", () => {
  const acme = secretOf('acme', all);
  const other = secretOf('other', all);
  const conversation = 'marked-conversation';
  const ids: Record<string, string> = { id: conversation, eventId: 'marked-event', name: 'marked-policy' };

  beforeAll(async () => {
    const say = (content: string) => ({ messages: [{ role: 'user', content }], ids: ['marked-event'] });
    const path = `/v1/conversations/${conversation}`;
    const said = await ask('POST', `${path}/messages`, { key: acme, body: say('marked text') });
    const context = { model: 'gpt-4o', callId: 'marked-call', after: said.body.cursor };
    expect((await ask('POST', `${path}/context`, { key: acme, body: context })).status).toBe(200);
    const described = { title: 'marked title', user: 'marked-user', metadata: { key: 'marked' } };
    expect((await ask('PATCH', path, { key: acme, body: described })).status).toBe(202);
    const conflict = await ask('POST', `${path}/messages`, { key: acme, body: say('marked otherwise') });
    const later = { model: 'gpt-4o', after: conflict.body.cursor };
    expect((await ask('POST', `${path}/context`, { key: acme, body: later })).body.code).toBe(
      'event-conflict',
    );
    await ask('PUT', '/v1/policies/marked-policy', { key: acme, body: { preset: 'agentkit' } });
    const key = await ask('POST', '/v1/keys', { key: acme, body: { name: 'marked', scopes: ['read'] } });
    const letters = await ask('GET', '/v1/dead-letters', { key: acme });
    expect(letters.body.items).toHaveLength(1);
    Object.assign(ids, { callId: 'marked-call', keyId: key.body.id, letterId: letters.body.items[0].id });
  });

  const reads = table.filter(({ method }) => method === 'GET');

  it.each(reads)('is out of reach of $name', async ({ path }) => {
    const found = await ask('GET', filled(path, ids), { key: other });
    expect([200, 404]).toContain(found.status);
    const { items } = found.body as { items?: unknown };
    expect(JSON.stringify(items ?? (found.status === 200 ? found.body : ''))).not.toContain('marked');
  });

  it('is there for its own tenant', async () => {
    const shown = await Promise.all(
      reads.map(async ({ name, path }) => {
        const { status, text } = await ask('GET', filled(path, ids), { key: acme });
        return status === 200 && text.includes('marked') ? [name] : [];
      }),
    );
    expect(shown.flat()).toEqual(
      expect.arrayContaining([
        'listConversations',
        'conversationState',
        'history',
        'message',
        'conversationCalls',
        'listCalls',
        'receipt',
        'callContext',
        'verifyCall',
        'policy',
        'listPolicies',
        'listDeadLetters',
        'deadLetter',
        'listKeys',
      ]),
    );
  });

  it('is not listed, whatever the list is asked for', async () => {
    const filters = ['user=marked-user', 'title=MARKED', 'metadata.key=marked', 'order=newest'];
    const found = await Promise.all(
      filters.map(async (filter) => {
        const lists = await Promise.all(
          [acme, other].map((key) => ask('GET', `/v1/conversations?${filter}`, { key })),
        );
        return lists.map(({ body }) => body.items.map(({ id }: { id: string }) => id).includes(conversation));
      }),
    );
    expect(found).toEqual(filters.map(() => [true, false]));
  });

  it('is not a context, whatever cursor or event is named', async () => {
    const path = `/v1/conversations/${conversation}/context`;
    const { body } = await ask('POST', path, { key: other, body: { model: 'gpt-4o' } });
    expect(body.code).toBe('conversation-not-found');
  });

  it('cannot be written to: an event has the tenant of the key, or is refused with its index', async () => {
    const event = { type: 'MessageAppended', subject: 'shared', data: { role: 'user', content: 'hi' } };
    const headers = { 'content-type': 'application/cloudevents-batch+json' };
    const send = (...events: object[]) => ask('POST', '/v1/events', { key: other, headers, body: events });
    const foreign = await send(event, { ...event, tenantid: 'acme' });
    expect([foreign.status, foreign.body.code, foreign.body.index]).toEqual([403, 'tenant-forbidden', 1]);
    const own = await send(event);
    const read = (key: string) =>
      ask('POST', '/v1/conversations/shared/context', {
        key,
        body: { model: 'gpt-4o', after: own.body.cursor },
      });
    expect((await read(other)).status).toBe(200);
    expect((await read(acme)).body.code).toBe('conversation-not-found');
  });

  it('cannot be revoked', async () => {
    const path = `/v1/keys/${ids['keyId']}/revoke`;
    expect((await ask('POST', path, { key: other })).body.code).toBe('key-not-found');
    const { body } = await ask('GET', '/v1/keys', { key: acme });
    expect(body.items).toMatchObject([{ name: 'marked', tenant: 'acme', revokedAt: null }]);
  });

  it('is not a record that names no tenant: that is of the tenant default', async () => {
    const database = await Database.open({ url: services.databaseUrl, applicationName: 'spec', poolSize: 1 });
    const log = new PostgresEventLog(database);
    await log.append(CONVERSATION_EVENTS, [{ key: 'k', value: Buffer.from('unreadable') }]);
    const letters = (key: string) => ask('GET', '/v1/dead-letters', { key });
    let seen = 0;
    while (seen === 0) seen = (await letters(secretOf('default', all))).body.items.length;
    expect((await letters(acme)).body.items).toHaveLength(1);
    expect((await letters(other)).body.items).toHaveLength(0);
    await log.close();
    await database.close();
  });
});

describe('a stored key', () => {
  it('is shown once, allows its scopes to its tenant, and nothing soon after it is revoked', async () => {
    const admin = secretOf('other', all);
    const made = await ask('POST', '/v1/keys', { key: admin, body: { scopes: ['read', 'read'] } });
    expect(made.status).toBe(201);
    const { key, ...shown } = made.body as { key: string; id: string };
    expect(key).toMatch(/^vk_[\w-]{43}$/);
    expect(shown).toMatchObject({ tenant: 'other', scopes: ['read'], name: null, revokedAt: null });
    expect((await ask('GET', '/v1/conversations', { key })).status).toBe(200);
    expect((await ask('GET', '/v1/keys', { key })).body.scope).toBe('admin');
    const listed = await ask('GET', '/v1/keys', { key: admin });
    expect(listed.body.items).toContainEqual(shown);
    expect(listed.text).not.toContain(key);
    const revoked = await ask('POST', `/v1/keys/${shown.id}/revoke`, { key: admin });
    const again = await ask('POST', `/v1/keys/${shown.id}/revoke`, { key: admin });
    expect([again.status, again.body]).toEqual([200, revoked.body]);
    let status = 200;
    while (status === 200) {
      await sleep(50);
      ({ status } = await ask('GET', '/v1/conversations', { key }));
    }
    expect(status).toBe(401);
  });
});

describe('without a key', () => {
  it.each(['/healthz', '/readyz', '/metrics', '/docs', '/openapi.json'])('%s is open', async (path) => {
    expect((await ask('GET', path)).status).toBe(200);
  });

  it('is answered before the body is sent', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-length': '1000000' };
      const sent = httpRequest(`${services.url}/v1/events`, { method: 'POST', headers });
      sent.on('response', ({ statusCode }) => {
        resolve(statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });
    expect(status).toBe(401);
  });

  it.each(['/v1/nothing', '/V1/conversations', '/v1/conversations/'])('%s is not', async (path) => {
    expect((await ask('GET', path)).status).toBe(401);
  });

  it.each(['Basic YTpi', 'Bearer', 'Bearer a b', ''])('authorization: %s is none', async (authorization) => {
    const { status } = await ask('GET', '/v1/conversations', { headers: { authorization } });
    expect(status).toBe(401);
  });
});

describe('on loopback without configured keys', () => {
  let open: RunningServices;

  beforeAll(async () => {
    open = await startServices({ only: ['context-builder'] });
  });

  afterAll(() => open.stop());

  it('no key is needed; one that is sent counts', async () => {
    const made = await request(open.url)
      .post('/v1/keys')
      .set('x-tenant-id', 'acme')
      .send({ scopes: ['read'] });
    expect(made.body).toMatchObject({ tenant: 'acme' });
    const get = (path: string, key: string) =>
      request(open.url).get(path).set('authorization', `Bearer ${key}`);
    expect((await get('/v1/conversations', made.body.key)).status).toBe(200);
    expect((await get('/v1/policies', made.body.key)).body.code).toBe('forbidden');
    expect((await get('/v1/conversations', `${made.body.key}x`)).body.code).toBe('unauthenticated');
    const { body } = await get('/v1/conversations', made.body.key).set('x-tenant-id', 'default');
    expect(body.code).toBe('tenant-forbidden');
  });
});
