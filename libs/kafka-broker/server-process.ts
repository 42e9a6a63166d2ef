import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { KafkaBrokerError } from './errors';
import { javaEnvironment, kafkaClassPath } from './java-tool';
import { javaProgram } from './tools';

const run = promisify(execFile);
const pollMilliseconds = 50;
const mainClass = 'kafka.Kafka';

export const propertiesFile = (folder: string): string => join(folder, 'server.properties');

/** The process of one server, told apart by the folder it serves from a stranger who got its pid later. */
export class ServerProcess {
  constructor(
    readonly pid: number,
    private readonly folder: string,
  ) {}

  /**
   * Starts the server that `folder` describes, as leader of a process group: it outlives us, and Ctrl-C in our
   * terminal. The log of the start before is kept as `kafka.log.1`.
   */
  static async launch(folder: string, heapMegabytes: number): Promise<ServerProcess> {
    const log = join(folder, 'kafka.log');
    await rename(log, `${log}.1`).catch(() => undefined);
    const flags = [`-Xmx${heapMegabytes}m`, ...javaFlags, '-cp', kafkaClassPath()];
    const output = openSync(log, 'a');
    try {
      const server = spawn(javaProgram(), [...flags, mainClass, propertiesFile(folder)], {
        detached: true,
        stdio: ['ignore', output, output],
        cwd: folder,
        env: javaEnvironment(),
      });
      await once(server, 'spawn');
      server.unref();
      if (server.pid === undefined) throw new KafkaBrokerError('start-failed', 'Java was given no pid');
      return new ServerProcess(server.pid, folder);
    } finally {
      closeSync(output);
    }
  }

  async isRunning(): Promise<boolean> {
    return (await this.state()) === 'running';
  }

  /** Signals it and waits until it is gone. @returns false where it is not, after so many milliseconds */
  async end(signal: 'SIGTERM' | 'SIGKILL', patienceMilliseconds: number): Promise<boolean> {
    if ((await this.state()) === 'running') process.kill(this.pid, signal);
    for (let waited = 0; waited < patienceMilliseconds; waited += pollMilliseconds) {
      if ((await this.state()) === 'gone') return true;
      await sleep(pollMilliseconds);
    }
    return false;
  }

  /** While it ends it has no command line any more, but still its ports and the lock on its data. */
  private async state(): Promise<'running' | 'ending' | 'gone'> {
    const command = await commandLine(this.pid);
    if (command.endsWith(` ${mainClass} ${propertiesFile(this.folder)}`)) return 'running';
    return command === '' && (await hasThreads(this.pid)) ? 'ending' : 'gone';
  }
}

async function commandLine(pid: number): Promise<string> {
  const text =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : await run('ps', ['-p', String(pid), '-o', 'command=']).then(
          ({ stdout }) => stdout,
          () => '',
        );
  return text.replaceAll('\0', ' ').trimEnd();
}

/** On Linux: whether more is left of a process than the entry that its parent has not collected yet. */
async function hasThreads(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat === '') return false;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] !== 'Z' || Number(fields[17]) > 1;
}

/** What a server's log says of why it ended: the last lines, without the frames of stack traces. */
export async function lastWords(folder: string): Promise<string> {
  const log = join(folder, 'kafka.log');
  const text = await readFile(log, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('\tat '));
  return `the end of ${log}:\n${lines.slice(-10).join('\n')}`;
}

/**
 * The smallest collector, and the quick compiler alone: a third less to start, and no slower with 50 MB/s written. A
 * broker without memory must end, not linger.
 */
const javaFlags = [
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:+ExitOnOutOfMemoryError',
  '-Djava.awt.headless=true',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.showDateTime=true',
  '-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS',
];
