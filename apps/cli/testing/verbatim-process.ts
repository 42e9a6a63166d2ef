import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const started: ChildProcess[] = [];

/** A process that outlived a failed test would keep jest waiting. */
afterAll(() => started.forEach((child) => child.kill('SIGKILL')));

/** The command `verbatim` in a process of its own, from the sources. */
export class VerbatimProcess {
  readonly process: ChildProcess;
  stdout = '';
  stderr = '';
  private readonly closed: Promise<unknown[]>;

  constructor(...words: readonly string[]) {
    const script = ['--require', join(__dirname, 'register-typescript.js'), join(__dirname, '../main.ts')];
    const { DATABASE_URL: _url, KAFKA_BROKERS: _brokers, OPENAI_API_KEY: _key, ...environment } = process.env;
    const env = { ...withoutSettings(environment), NODE_OPTIONS: '' };
    this.process = spawn(process.execPath, [...script, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    started.push(this.process);
    this.closed = once(this.process, 'close');
    this.process.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.process.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
  }

  /** The URL of its line `listening on …`; rejects where it ends without. */
  async listening(): Promise<string> {
    const ended = this.exitCode().then((code) => {
      throw new Error(`ended with ${code}: ${this.stderr}`);
    });
    ended.catch(() => undefined);
    for (;;) {
      const [, url] = /^listening on (\S+)\n/.exec(this.stdout) ?? [];
      if (url !== undefined) return url;
      await Promise.race([this.process.stdout && once(this.process.stdout, 'data'), ended]);
    }
  }

  /** Null where a signal ended it. */
  async exitCode(): Promise<number | null> {
    await this.closed;
    return this.process.exitCode;
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal);
    return this.exitCode();
  }
}

function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('VERBATIM_')));
}
