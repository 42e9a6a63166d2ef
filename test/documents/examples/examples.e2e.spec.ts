import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
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

describe('every example', () => {
  test('is in a language that is looked at', () => {
    const known = new Set(['', 'sh', 'console', 'json', 'yaml', 'sql', 'ts', 'js', 'python', 'text']);
    expect(blocks.filter(({ language }) => !known.has(language)).map(nameOf)).toEqual([]);
  });

  test('that cannot run here is run by a spec that exists, or says why not', () => {
    const needed = of('console', 'sql', 'ts', 'js', 'python').filter((block) => !ranElsewhere(block));
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
});
