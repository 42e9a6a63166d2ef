import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();
const { VERBATIM_API_KEY: _key, ...environment } = process.env;
const secret = 'vk_hunter2-hunter2-hunter2';

beforeEach(() => {
  process.env = { ...environment };
});

const sent = (name: string) => api.server.requests.map(({ headers }) => headers[name]);

test('a key is made for a tenant and printed once, with a word that it is', async () => {
  api.answer = () => ({ body: `{"id":"7","scopes":["append","read"],"key":"${secret}"}` });
  const words = ['keys', 'create', '--tenant', 'café', '--scopes', 'append, read', '--name', 'shop'];
  const { code, out, err } = await api.verbatim(...words);
  expect({ code, out }).toEqual({
    code: 0,
    out: `Key     7\nScopes  append, read\nSecret  ${secret}\n`,
  });
  expect(err).toBe('Keep the key now: it is not shown again.\n');
  expect(api.asked).toEqual(['POST /v1/keys']);
  expect(api.server.requests[0]?.body).toBe('{"scopes":["append","read"],"name":"shop"}');
  expect(sent('x-tenant-id')).toEqual([Buffer.from('café').toString('latin1')]);
});

test('keys are listed and revoked', async () => {
  api.answer = () => ({ body: '{"items":[{"id":"7","scopes":["read"],"revokedAt":null}],"next":null}' });
  const { out } = await api.verbatim('keys', 'list');
  expect(out).toBe('Key  Name  Tenant  Scopes  Created  Revoked\n7                  read\n');
  await api.verbatim('keys', 'revoke', '7');
  expect(api.asked).toEqual(['GET /v1/keys?limit=200', 'POST /v1/keys/7/revoke']);
  expect(sent('x-tenant-id')).toEqual([undefined, undefined]);
});

test('every command sends the API key of the flag, else of the environment', async () => {
  await api.verbatim('conversations');
  process.env['VERBATIM_API_KEY'] = `${secret}\n`;
  await api.verbatim('state', 'c');
  await api.verbatim('state', 'c', '--api-key', 'another-key');
  expect(sent('authorization')).toEqual([undefined, `Bearer ${secret}`, 'Bearer another-key']);
});

test.each([
  ['unauthenticated', 401, '--api-key or VERBATIM_API_KEY'],
  ['forbidden', 403, 'use a key that has it'],
  ['tenant-forbidden', 403, 'leave --tenant out'],
])('%s says what to do, and never the key', async (code, status, advice) => {
  process.env['VERBATIM_API_KEY'] = secret;
  api.answer = () => ({ status, body: `{"status":${status},"code":"${code}","detail":"no"}` });
  const { err } = await api.verbatim('conversations');
  expect(err).toContain(`verbatim: ${code}: no (`);
  expect(err).toContain(advice);
  expect(err).not.toContain('hunter2');
});

test('a key that cannot be one, or a page of help, does not show it either', async () => {
  process.env['VERBATIM_API_KEY'] = 'hunter2\nhunter2';
  const { code, err } = await api.verbatim('conversations');
  expect([code, err]).toEqual([2, 'verbatim: the API key has characters that no key has\n']);
  const { out } = await api.verbatim('conversations', '--help');
  expect(out).toContain('VERBATIM_API_KEY');
  expect(out).not.toContain('hunter2');
});
