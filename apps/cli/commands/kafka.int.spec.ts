import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@verbatim/kafka-broker';
import { isAlive } from '../../../libs/platform/process-identity';
import { ownKafkaSuite } from '../../../test/support/kafka';
import { reapWhenOrphaned } from '../../../test/support/kafka-server';
import type { CommandRun } from '../testing/command-run';

jest.setTimeout(120_000);

let directory: string;
let reaper: ChildProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verbatim-kafka-'));
  await mkdir(join(directory, 'kafka'));
  reaper = reapWhenOrphaned(join(directory, 'kafka'));
});

afterAll(async () => {
  reaper.kill();
  await rm(directory, { recursive: true, force: true });
});

/** `verbatim kafka …` in a process of its own: what it starts must outlive it. */
async function kafka(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CommandRun> {
  const testing = join(__dirname, '../testing/register-typescript.js');
  const script = ['--require', testing, join(__dirname, '../main.ts'), 'kafka', ...words];
  const child = spawn(process.execPath, [...script, '--data', directory], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...written };
}

async function announced(): Promise<{ readonly brokers: string[]; readonly pids: number[] }> {
  return JSON.parse(await readFile(join(directory, 'kafka/kafka.json'), 'utf8')) as never;
}

/** Programs by these names which write this to their error output, and nothing else on the path. */
async function onlyPrograms(programs: Readonly<Record<string, string>>): Promise<NodeJS.ProcessEnv> {
  const path = await mkdtemp(join(directory, 'bin-'));
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(path, name), `#!/bin/sh\necho '${text}' >&2\n`);
    await chmod(join(path, name), 0o755);
  }
  return { PATH: path, JAVA_HOME: '', XDG_CACHE_HOME: path };
}

it.each([
  [{}, 'Java is missing: install Java 17 or later'],
  [{ java: 'java version "1.8.0_402"' }, 'Java 1 is too old: Kafka needs Java 17 or later'],
  [{ java: 'openjdk version "17.0.15" 2025-04-15' }, 'Maven is missing'],
])('says in one sentence what is missing with only %j', async (programs, sentence) => {
  const { code, out, err } = await kafka(['start'], await onlyPrograms(programs));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(`verbatim: ${sentence}`);
  expect(err.trimEnd()).not.toContain('\n');
});

it('has nothing to stop where nothing runs', async () => {
  expect(await kafka(['stop'])).toEqual({ code: 0, out: 'kafka is not running\n', err: '' });
  expect((await kafka(['stop', '--json'])).out).toBe('{"stopped":[]}\n');
});

ownKafkaSuite('verbatim kafka', () => {
  it('starts once, starts again what was killed, and stops exactly that', async () => {
    const port = await freePorts(2);
    const address = `127.0.0.1:${port}`;
    const started = await kafka(['start', '--port', String(port)]);
    expect(started).toMatchObject({ code: 0, err: '' });
    expect(started.out).toContain(`kafka is up at ${address} (`);
    expect(started.out).toContain(`use it:  verbatim serve --kafka ${address}\n`);
    const first = await announced();
    expect(first.brokers).toEqual([address]);
    // Leaders of groups of their own: Ctrl-C in this terminal is not for them.
    for (const pid of first.pids) expect(process.kill(-pid, 0)).toBe(true);

    const again = await kafka(['start', '--json']);
    expect(JSON.parse(again.out)).toMatchObject({ ...first, alreadyUp: true });

    for (const pid of first.pids) process.kill(pid, 'SIGKILL');
    const restarted = await kafka(['start', '--port', String(port), '--json']);
    const second = await announced();
    expect(JSON.parse(restarted.out)).toMatchObject({ ...second, alreadyUp: false });
    expect(second.pids).not.toEqual(first.pids);

    expect(await kafka(['stop', '--json'])).toMatchObject({
      code: 0,
      out: `${JSON.stringify({ stopped: second.pids })}\n`,
    });
    expect(await isAlive({ pid: Number(second.pids[0]), startTime: null })).toBe(false);
    expect(await kafka(['stop'])).toMatchObject({ out: 'kafka is not running\n' });
  });
});
