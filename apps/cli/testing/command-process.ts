import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The command `verbatim` in a process of its own. */
export class CommandProcess {
  /** Every one of this process. */
  static readonly started: ChildProcess[] = [];

  readonly process: ChildProcess;
  stdout = '';
  stderr = '';
  private readonly closed: Promise<unknown[]>;

  constructor(words: readonly string[], settings: Readonly<Record<string, string>>) {
    const env = { ...withoutSettings(process.env), NODE_OPTIONS: '', ...settings };
    this.process = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    CommandProcess.started.push(this.process);
    this.closed = once(this.process, 'close');
    endWithUs(this.process);
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

/** Nothing that the developer has set for a Verbatim of theirs. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSetting = (name: string): boolean => /^(VERBATIM|KAFKA|OPENAI)_|^DATABASE_URL$/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSetting(name)));
}

/** Jest may be killed: the pipe's end tells this process, which then ends the other. */
function endWithUs(child: ChildProcess): void {
  const script = 'cat; kill -KILL "$1"';
  const reaper = spawn('sh', ['-c', script, 'sh', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  child.once('exit', () => reaper.kill());
}
