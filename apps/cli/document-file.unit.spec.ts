import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument, readText } from './document-file';

const folder = mkdtempSync(join(tmpdir(), 'verbatim-document-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

test.each([
  [
    'p.yaml',
    'preset: agentkit\nwindow: maxMessages: 10\n',
    ':2:9: not YAML: a second ": " stands on the line',
  ],
  ['p.yaml', 'window:\n\tmaxMessages: 10\n', ':2:1: not YAML: a tab indents the line: use spaces'],
  ['p.json', '{\n  "preset": "agentkit"\n', ':3:1: not JSON: expected "}"'],
  ['models', '[\n{"id":"a"}\n', ':3:1: not JSON: expected "]"'],
  ['p.yaml', ' \n', ' is empty: expected a document in JSON or YAML'],
])('%s that holds %j is refused with its place', async (name, content, message) => {
  const path = file(name, content);
  await expect(readDocument(path)).rejects.toThrow(`${path}${message}`);
});

test('YAML with what JSON does not have is read as YAML', async () => {
  expect((await readDocument(file('p.yaml', '{ preset: agentkit, # ours\n}'))).slice()).toBe(
    '{"preset":"agentkit"}',
  );
});

test('says why a file cannot be read, in words', async () => {
  const missing = join(folder, 'missing.yaml');
  await expect(readText(missing)).rejects.toThrow(/missing.yaml cannot be read: there is no such file$/);
  mkdirSync(join(folder, 'sub'));
  await expect(readText(join(folder, 'sub'))).rejects.toThrow('sub cannot be read: it is a folder');
});
