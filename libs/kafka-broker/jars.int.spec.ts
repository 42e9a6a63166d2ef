import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Need, suiteNeeding } from '../../test/support/suite-needing';
import { runs } from './tools';

jest.setTimeout(300_000);

const run = promisify(execFile);
const register = join(__dirname, '../../test/support/register-typescript.js');

let cache: string;

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'verbatim-jars-'));
});

afterEach(() => rm(cache, { recursive: true, force: true }));

/** Fetches the jars into `cache` in a process of its own. @returns how the promise failed, or nothing */
async function fetched(path = ''): Promise<string> {
  const script = `require(${JSON.stringify(join(__dirname, 'jars.ts'))})
    .fetchJars(() => undefined).catch((error) => console.log(error.code + ': ' + error.message));`;
  const env = {
    ...process.env,
    XDG_CACHE_HOME: cache,
    PATH: `${path}${delimiter}${process.env['PATH'] ?? ''}`,
  };
  const { stdout } = await run(process.execPath, ['--require', register, '--eval', script], { env });
  return stdout;
}

const foldersLeft = (): Promise<string[]> => readdir(join(cache, 'verbatim'));

it('says why Maven could not fetch them, and leaves nothing', async () => {
  const mvn = join(cache, 'bin', 'mvn');
  await mkdir(join(cache, 'bin'));
  await writeFile(
    mvn,
    '#!/bin/sh\nmkdir jars\necho half > jars/kafka.jar\necho "[ERROR] no route to host"\nexit 1\n',
  );
  await chmod(mvn, 0o755);
  expect(await fetched(join(cache, 'bin'))).toMatch(/^jars-unavailable: Maven .*: no route to host\n$/);
  expect(await foldersLeft()).toEqual([]);
});

const maven: Need = {
  name: 'maven',
  missing: () => (runs('mvn') ? null : 'Maven is missing'),
};

suiteNeeding([maven], 'Maven', () => {
  it('fetches them whole, also twice at the same time', async () => {
    expect(await Promise.all([fetched(), fetched()])).toEqual(['', '']);
    const [folder = '', ...others] = await foldersLeft();
    expect([folder, others]).toEqual(['kafka-4.1.1', []]);
    const jars = await readdir(join(cache, 'verbatim', folder));
    expect(jars).toEqual(expect.arrayContaining(['kafka_2.13-4.1.1.jar', 'slf4j-simple-1.7.36.jar']));
    expect(jars.length).toBeGreaterThan(40);
  });
});
