import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProjectFiles } from './project-files';

const folder = mkdtempSync(join(tmpdir(), 'project-files-'));
const root = join(folder, 'project');
let files: ProjectFiles;

beforeAll(async () => {
  mkdirSync(join(root, 'libs/deep'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(folder, 'secret.md'), 'the word is SESAME');
  writeFileSync(join(root, '.env'), 'KEY=SESAME');
  writeFileSync(join(root, 'node_modules/a.js'), 'SESAME');
  writeFileSync(join(root, 'libs/deep/b.ts'), 'one\n  Sesame two\n');
  writeFileSync(join(root, 'libs/a.ts'), 'sesame');
  writeFileSync(join(root, 'libs/binary.ts'), 'a\0b');
  writeFileSync(join(root, 'long.md'), 'é'.repeat(10_000));
  symlinkSync(folder, join(root, 'libs/up'));
  symlinkSync(join(folder, 'secret.md'), join(root, 'libs/link.md'));
  files = await ProjectFiles.open(root);
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  '../secret.md',
  'libs/../../secret.md',
  'libs/link.md',
  'libs/up/secret.md',
  join(folder, 'secret.md'),
])('reads nothing outside the project: %s', async (path) => {
  expect(await files.read(path)).toBe(`error: ${path} is outside the project`);
});

test.each(['..', 'libs/up'])('lists and searches nothing outside the project: %s', async (path) => {
  const refused = `error: ${path} is outside the project`;
  expect([await files.list(path), await files.search('SESAME', path)]).toEqual([refused, refused]);
});

test('opens nothing that is hidden or installed', async () => {
  expect(await files.read('.env')).toBe('error: .env is not for this tool');
  expect(await files.read('node_modules/a.js')).toBe('error: node_modules/a.js is not for this tool');
  expect(await files.list('.')).toBe('libs/\nlong.md');
});

test('finds text in any case, by path and line, and follows no link', async () => {
  expect(await files.search('SESAME', '.')).toBe('libs/a.ts:1: sesame\nlibs/deep/b.ts:2: Sesame two');
  expect(await files.search('nowhere', '.')).toBe('no line contains it');
});

test('gives what a file holds, at most 16 kB of it, no character cut in two', async () => {
  expect(await files.read('libs/deep/b.ts')).toBe('one\n  Sesame two\n');
  expect(await files.read('long.md')).toBe(`${'é'.repeat(8192)}\n[3616 more bytes are not shown]`);
});

test('what cannot be read is an answer, without the path of the project', async () => {
  expect(await files.read('nothing.ts')).toBe('error: nothing.ts cannot be opened: ENOENT');
  expect(await files.read('libs')).toBe('error: libs cannot be opened: EISDIR');
  expect(await files.read('libs/binary.ts')).toBe('error: libs/binary.ts is not text');
});
