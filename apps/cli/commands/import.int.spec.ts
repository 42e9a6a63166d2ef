import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();
const directory = mkdtempSync(join(tmpdir(), 'verbatim-cli-'));
afterAll(() => rmSync(directory, { recursive: true }));

function file(name: string, content: string): string {
  writeFileSync(join(directory, name), content);
  return join(directory, name);
}

test('publishes in batches and waits for the last message', async () => {
  let looks = 0;
  api.answer = ({ method, path }) => {
    if (method === 'POST') return { status: 202, body: '{"events":[],"cursor":"x"}' };
    if (path.includes('/messages/')) looks += 1;
    return looks > 2 ? { body: '{}' } : { status: 404, body: '{"code":"event-not-found","detail":"no"}' };
  };
  const messages = Array.from({ length: 501 }, (_, n) => `{"role":"user","content":"${n}"}`);
  const { code, out, err } = await api.verbatim('import', file('chat.json', `[${messages.join(',')}]`));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('chat.json: 501 accepted into chat\n');
  const posts = api.server.requests.filter(({ method }) => method === 'POST');
  const sent = posts.map(({ body }) => JSON.parse(body) as { ids: string[]; messages: unknown[] });
  expect(sent.map(({ messages: list }) => list.length)).toEqual([500, 1]);
  const lastId = sent[1]?.ids[0] ?? '';
  expect(lastId).toMatch(/^import-[0-9a-f]{16}-500$/);
  expect(api.asked.at(-1)).toBe(`GET /v1/conversations/chat/messages/${lastId}`);
});

test('sends the same again for the same file', async () => {
  api.answer = () => ({ body: '{}' });
  const chat = file('same.json', '[{"role":"user","content":"a"}]');
  await api.verbatim('import', chat, '--no-wait');
  await api.verbatim('import', chat, '--no-wait');
  const [one, two, ...more] = api.server.requests.map(({ body }) => body);
  expect(one).toBe(two);
  expect(more).toEqual([]);
});

test('an error names the entry in the file, not the one in the batch', async () => {
  api.answer = ({ body }) =>
    body.includes('"500"')
      ? { status: 400, body: '{"code":"event-invalid","detail":"bad role","index":1}' }
      : { body: '{}' };
  const messages = Array.from({ length: 502 }, (_, n) => `{"content":"${n}"}`);
  const { code, err } = await api.verbatim('import', file('bad.json', `[${messages.join(',')}]`));
  expect(code).toBe(1);
  expect(err).toContain('bad.json, entry 501: event-invalid: bad role');
});

test('events go as a batch of CloudEvents', async () => {
  api.answer = () => ({ body: '{}' });
  const event = '{"id":"e1","type":"MessageAppended","subject":"s","data":{"role":"user","content":"x"}}';
  await api.verbatim('import', file('events.jsonl', `${event}\n`), '--format', 'events');
  expect(api.server.requests[0]).toMatchObject({ path: '/v1/events', body: `[${event}]` });
  expect(api.server.requests[0]?.headers['content-type']).toBe('application/cloudevents-batch+json');
  expect(api.asked[1]).toBe('GET /v1/conversations/s/messages/e1');
});

test('a file that is not there, or not UTF-8, is named', async () => {
  expect((await api.verbatim('import', join(directory, 'none.json'))).err).toContain(
    'none.json cannot be read',
  );
  writeFileSync(join(directory, 'latin.json'), Buffer.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]));
  expect((await api.verbatim('import', join(directory, 'latin.json'))).err).toContain(
    'latin.json is not UTF-8',
  );
});
