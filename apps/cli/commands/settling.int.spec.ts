import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awaitFate } from '../dead-letters/await-fate';
import { ApiClient } from '../api-client';
import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();
const raw = Buffer.from('{"no\u001b').toString('base64');
const letter = (became: object | null) => ({
  body: JSON.stringify({ id: '17', kind: 'unreadable', raw, became }),
});

test('dead-letters list asks for the open ones, with --all for every one', async () => {
  api.answer = () => ({ body: '{"items":[],"next":null}' });
  await api.verbatim('dead-letters', 'list');
  await api.verbatim('dead-letters', 'list', '--all');
  expect(api.asked).toEqual(['GET /v1/dead-letters?limit=200', 'GET /v1/dead-letters?all=true&limit=200']);
});

test('dead-letters redrive sends the file as bytes, waits, and prints what became of it', async () => {
  const file = join(tmpdir(), `verbatim-redrive-${process.pid}.json`);
  await writeFile(file, Buffer.from([123, 255, 125]));
  const states = ['waiting', 'waiting', 'applied'];
  api.answer = ({ method }) =>
    method === 'POST' ? { status: 202, body: '{}' } : letter({ status: states.shift() });
  const words = ['dead-letters', 'redrive', '17', '--file', file, '--as', 'mine', '--reason', 'corrected'];
  const { code, out } = await api.verbatim(...words);
  expect(api.asked).toEqual([
    'POST /v1/dead-letters/17/redrive',
    ...Array.from({ length: 3 }, () => 'GET /v1/dead-letters/17'),
  ]);
  const value = Buffer.from([123, 255, 125]).toString('base64');
  expect(JSON.parse(api.server.requests[0]?.body ?? '')).toEqual({ value, as: 'mine', reason: 'corrected' });
  expect(code).toBe(0);
  expect(out).toBe(
    'Letter             17\nKind               unreadable\nWhat became of it  applied\n\nRecord\n{"no\\u001b\n',
  );
});

test('dead-letters redrive says so where no projector comes to the record, or the file is not there', async () => {
  api.answer = () => letter({ status: 'waiting' });
  await expect(awaitFate(new ApiClient(api.server.url), '17', 1)).rejects.toThrow(
    'no projector has come to it',
  );
  const { code, err } = await api.verbatim('dead-letters', 'redrive', '17', '--file', '/nowhere/at/all');
  expect([code, err]).toEqual([1, expect.stringContaining('/nowhere/at/all cannot be read')]);
});

test('dead-letters discard and parked release need a reason, and send it', async () => {
  expect((await api.verbatim('dead-letters', 'discard', '17')).err).toContain('--reason');
  expect((await api.verbatim('parked', 'release', 'a b')).err).toContain('--reason');
  expect(api.asked).toEqual([]);
  api.answer = () => ({ body: '{"events":[{"id":"d1"}],"cursor":"x"}' });
  await api.verbatim('dead-letters', 'discard', '17', '--reason', 'noise');
  const { out } = await api.verbatim('parked', 'release', 'a b', '--reason', 'a preview', '--event', 'e');
  expect(
    api.server.requests.map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown]),
  ).toEqual([
    ['POST', '/v1/dead-letters/17/discard', { reason: 'noise' }],
    ['POST', '/v1/conversations/a%20b/release', { reason: 'a preview', event: 'e' }],
  ]);
  expect(out).toBe('released, on record as d1\n');
});

test('parked release without --event shows the event that it was parked at, and sends that one by name', async () => {
  const item = (conversation: string, event: string) => ({ conversation, event, position: 3 });
  api.answer = ({ method, path }) => {
    if (method === 'POST') return { body: '{"events":[{"id":"d1"}],"cursor":"x"}' };
    const page = path.includes('after=')
      ? { items: [item('b', 'e\u001b')], next: null }
      : { items: [item('a', 'x')], next: 'a' };
    return { body: JSON.stringify(page) };
  };
  const { code, out, err } = await api.verbatim('parked', 'release', 'b', '--reason', 'r');
  expect([code, out]).toEqual([0, 'released, on record as d1\n']);
  expect(err).toContain('e\\u001b');
  const sent = api.server.requests.at(-1);
  expect(sent?.path).toBe('/v1/conversations/b/release');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ reason: 'r', event: 'e\u001b' });
  const other = await api.verbatim('parked', 'release', 'c', '--reason', 'r');
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('c is not parked')]);
  expect(api.asked.filter((asked) => asked.startsWith('POST'))).toHaveLength(1);
});

test('parked list prints where each conversation stopped', async () => {
  const parked = { conversation: 'c', event: 'e', position: 3, type: 'MessageAppended', dataversion: 2 };
  const item = { ...parked, error: { code: 'x', detail: 'y' }, waiting: 2, since: 'T' };
  api.answer = () => ({ body: JSON.stringify({ items: [item], next: null }) });
  const { out } = await api.verbatim('parked', 'list');
  expect(out).toBe(
    [
      'Conversation  Event  Position  Type             Version  Waiting  Since',
      'c             e             3  MessageAppended        2        2  T',
      '',
    ].join('\n'),
  );
});
