import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

jest.setTimeout(60_000);

const run = promisify(execFile);
const jestProgram = join(__dirname, '../../node_modules/jest/bin/jest.js');

const suites = `
  const { suiteNeeding } = require(${JSON.stringify(join(__dirname, 'suite-needing.ts'))});
  const none = { name: 'none', missing: () => null };
  const broken = { name: 'broken', missing: () => 'It is missing (here)' };
  suiteNeeding([none], 'Possible', () => test('runs', () => undefined));
  suiteNeeding([none, broken], 'Impossible', () => {
    test('never runs', () => { throw new Error('it ran'); });
    describe('inside', () => test('never runs', () => undefined));
  });`;

let folder: string;

// A run of its own, with this project's reporter.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-needing-'));
  const reporters = [join(__dirname, 'count-reporter.js')];
  const transform = { '\\.ts$': require.resolve('@swc/jest') };
  const config = { reporters, transform, testMatch: ['**/*.spec.js'] };
  await writeFile(join(folder, 'jest.config.json'), JSON.stringify(config));
  await writeFile(join(folder, 'needing.spec.js'), suites);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function lastLines(required: string): Promise<string> {
  const words = [jestProgram, '--rootDir', folder, '--config', join(folder, 'jest.config.json')];
  const env = { ...process.env, VERBATIM_REQUIRE: required };
  return run(process.execPath, words, { env }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

it('skips what cannot run, and says which and why', async () => {
  expect(await lastLines('other')).toBe(
    'not run: Impossible (It is missing (here))\n1 passed, 0 failed, 2 skipped\n',
  );
});

it('fails where that is required', async () => {
  expect(await lastLines('kafka, broken')).toBe('1 passed, 1 failed, 0 skipped\n');
});
