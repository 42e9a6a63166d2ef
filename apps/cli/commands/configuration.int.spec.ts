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

beforeEach(() => {
  api.answer = () => ({ body: '{"version":"v1"}' });
});

test('a policy in YAML is put as JSON, one in JSON as it is', async () => {
  await api.verbatim('policy', 'set', 'p', file('p.yaml', 'preset: agentkit\nwindow: { maxMessages: 10 }\n'));
  await api.verbatim('policy', 'set', 'p', file('p.json', '{"preset": "agentkit" }'));
  expect(api.server.requests.map(({ body }) => body)).toEqual([
    '{"preset":"agentkit","window":{"maxMessages":10}}',
    '{"preset": "agentkit" }',
  ]);
});

test('assigning and the default name a policy', async () => {
  await api.verbatim('policy', 'assign', 'c', 'p');
  await api.verbatim('policy', 'default', 'p');
  expect(api.asked).toEqual(['PUT /v1/conversations/c/policy', 'PUT /v1/policies/default']);
  expect(api.server.requests.map(({ body }) => body)).toEqual(['{"name":"p"}', '{"name":"p"}']);
});

test('every model of a file is put by its id', async () => {
  const { out } = await api.verbatim('models', 'set', file('models.json', '[{"id":"a"},{"id":"b/c"}]'));
  expect(api.asked).toEqual(['PUT /v1/models/a', 'PUT /v1/models/b%2Fc']);
  expect(out).toBe('set a\nset b/c\n');
});

test('a dead letter is shown with the record as it came', async () => {
  const raw = Buffer.from('not\u0000json').toString('base64');
  api.answer = () => ({ body: `{"id":"2","kind":"unreadable","raw":"${raw}"}` });
  const { out } = await api.verbatim('dead-letters', 'show', '2');
  expect(api.asked).toEqual(['GET /v1/dead-letters/2']);
  expect(out).toBe('Letter  2\nKind    unreadable\n\nRecord\nnot\\u0000json\n');
});
