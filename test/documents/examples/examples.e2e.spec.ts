import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { BuiltVerbatim } from '../../../apps/cli/testing/verbatim-process';
import { testDatabase, type TestDatabase } from '../../support/postgres';
import { root } from '../documents';
import { codeBlocks, nameOf, pages, type CodeBlock } from './code-blocks';
import { elsewhere } from './run-elsewhere';
import { ShellSession } from './shell-session';

jest.setTimeout(120_000);

const blocks = pages().flatMap(codeBlocks);
const of = (...languages: readonly string[]) => blocks.filter(({ language }) => languages.includes(language));

const ranElsewhere = (block: CodeBlock) =>
  elsewhere.find(({ page, begins }) => page === block.page && block.text.startsWith(begins));
const ranHere = of('sh').filter((block) => !ranElsewhere(block));
/** Commands with what they print. */
const printedHere = of('console').filter((block) => !ranElsewhere(block));

describe('every example', () => {
  test('is in a language that is looked at', () => {
    const known = new Set(['', 'sh', 'console', 'json', 'yaml', 'sql', 'ts', 'js', 'python', 'text']);
    expect(blocks.filter(({ language }) => !known.has(language)).map(nameOf)).toEqual([]);
  });

  test('that cannot run here is run by a spec that exists, or says why not', () => {
    const needed = of('sql', 'ts', 'js', 'python').filter((block) => !ranElsewhere(block));
    expect(needed.map(nameOf)).toEqual([]);
    for (const { page, begins, spec, reason } of elsewhere) {
      const found = blocks.some((block) => block.page === page && block.text.startsWith(begins));
      expect([page, begins, found]).toEqual([page, begins, true]);
      expect(spec === undefined ? reason : existsSync(join(root, spec))).toBeTruthy();
    }
  });

  test.each(of('json').map((block) => [nameOf(block), block] as const))('%s is JSON', (_name, { text }) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  test.each(of('yaml').map((block) => [nameOf(block), block] as const))('%s is YAML', (_name, { text }) => {
    const faults = parseAllDocuments(text).flatMap((document) =>
      'errors' in document ? document.errors : [],
    );
    expect(faults).toEqual([]);
  });
});

/** What differs from run to run: ids, hashes, times and figures; white space follows their widths. */
function likeness(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'ID')
    .replaceAll(/\b[0-9a-f]{12,64}\b/g, 'HASH')
    .replaceAll(/\b(?:just now|[\d,]+ (?:s|min|h|days) ago)\b/g, 'WHEN')
    .replaceAll(/\d[\d,.]*/g, '0')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
}

describe('as printed, beside a running service', () => {
  let folder: string;
  let database: TestDatabase;
  let service: BuiltVerbatim;
  let session: ShellSession;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbatim-examples-')));
    database = await testDatabase();
    const where = ['--data', join(folder, '.verbatim'), '--database', database.url];
    service = new BuiltVerbatim({}, 'serve', '--port', '0', ...where);
    session = new ShellSession(folder, await service.listening());
    expect(await session.run('verbatim init')).toMatchObject({ code: 0 });
  });

  afterAll(async () => {
    await service.end('SIGTERM');
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(ranHere.map((block) => [nameOf(block), block] as const))('%s', async (_name, { text }) => {
    const { code, out, err } = await session.run(text);
    expect({ code, out, err }).toMatchObject({ code: 0 });
    expect(`${out}${err}`).not.toMatch(/"status":[45]\d\d/);
  });

  test.each(printedHere.map((block) => [nameOf(block), block] as const))('%s', async (_name, { text }) => {
    const [first = '', ...printed] = text.split('\n');
    expect(first).toMatch(/^\$ /);
    const { code, out } = await session.run(first.slice(2));
    expect(code).toBe(0);
    expect(likeness(out)).toBe(likeness(printed.join('\n')));
  });
});

test('the README shows the first agents as they are', () => {
  const file = (path: string) => readFileSync(join(root, path), 'utf8');
  const readme = codeBlocks('README.md');
  for (const path of ['docs/clients/agent.mts', 'docs/clients/agent.py'])
    expect(readme.map(({ text }) => text)).toContain(file(path));
});

test('the README begins with what the demonstration prints at its end', async () => {
  const demo = new BuiltVerbatim({}, 'demo', '--tasks', '5');
  expect([await demo.exitCode(), demo.stderr]).toEqual([0, '']);
  const shown = codeBlocks('README.md').find(({ language }) => language === 'text');
  // The words at the beginning of a line; figures and what the project's files say differ from day to day.
  const labels = (shown?.text ?? '')
    .split('\n')
    .flatMap((line) => /^ *[A-Z]?[a-z]+(?: [a-z]+)*/.exec(line) ?? []);
  expect(labels.length).toBeGreaterThan(20);
  const printed = demo.stdout.split('\n');
  expect(labels.filter((label) => !printed.some((line) => line.startsWith(label)))).toEqual([]);
});
