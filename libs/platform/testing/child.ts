import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Lets plain Node load our TypeScript, as jest does. */
const loader = `
  const { transformFileSync } = require(${JSON.stringify(require.resolve('@swc/core'))});
  require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, {
    jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
    module: { type: 'commonjs' },
  }).code, file);`;

const started: ChildProcess[] = [];

/** For `afterAll`: a child that outlived a failed test would keep jest waiting. */
export function killChildren(): void {
  started.forEach((child) => child.kill('SIGKILL'));
}

/**
 * A real Node process that runs `script`, where `load('shutdown')` gives a module of this library. It can be told
 * things with `process.on('message')` and can tell with `process.send`.
 */
export class Child {
  readonly process: ChildProcess;
  stdout = '';
  stderr = '';
  private readonly exit: Promise<unknown[]>;

  constructor(script: string) {
    const load = `const load = (name) => require(${JSON.stringify(join(__dirname, '..'))} + '/' + name + '.ts');`;
    this.process = spawn(process.execPath, ['-e', `${loader}\n${load}\n${script}`], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    started.push(this.process);
    this.exit = once(this.process, 'close');
    this.process.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.process.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
  }

  /** The next thing it sends; rejects where it ends without. */
  async message(): Promise<unknown> {
    const ended = this.exit.then(() => {
      throw new Error(`the child ended: ${this.stderr}`);
    });
    const [message] = await Promise.race([once(this.process, 'message'), ended]);
    return message;
  }

  /** Its exit code, or null where a signal ended it. */
  async exitCode(): Promise<number | null> {
    await this.exit;
    return this.process.exitCode;
  }

  kill(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }
}
