import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandProcess } from '../../apps/cli/testing/command-process';

export type ServiceName = 'projector' | 'summarizer' | 'context-builder';

export interface ProcessSettings {
  /** Of `verbatim serve`. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The program that is started; default the built one of this tree. */
  readonly program?: string | undefined;
}

interface Running {
  readonly process: CommandProcess;
  readonly url: string;
}

const BUILT = join(__dirname, '../../apps/cli/bin/verbatim.js');
const PATIENCE_MS = 120_000;
const RETRY_MS = 300;

/**
 * A `verbatim serve …` in a process of its own, with what a supervisor does: whenever it ends, or does not start (there is
 * no Kafka just now), it is started again.
 */
export class SupervisedProcess {
  /** What was written by processes that ended by themselves, not by a SIGKILL, after they had listened. */
  readonly crashes: string[] = [];
  /** Processes that a SIGKILL ended, whoever sent it. */
  killed = 0;
  /** Those of them that died of one which was not sent from here, after they had listened. */
  killedUnasked = 0;
  private readonly processes: CommandProcess[] = [];
  private readonly condemned = new Set<CommandProcess>();
  /** Environment of the next start only. */
  private once: Readonly<Record<string, string>> = {};
  private running: Promise<Running>;
  private isOver = false;
  private isDown = false;

  constructor(
    readonly name: string,
    private readonly settings: ProcessSettings,
  ) {
    this.running = this.start();
    this.running.catch(() => undefined);
  }

  /** Waits until it listens. */
  async url(): Promise<string> {
    return (await this.running).url;
  }

  async pid(): Promise<number> {
    const { pid } = (await this.running).process.process;
    if (pid === undefined) throw new Error(`the ${this.name} has no process`);
    return pid;
  }

  /** All that its processes have logged. */
  get log(): string {
    return this.processes.map(({ stderr }) => stderr).join('');
  }

  /** Kills it; resolves when a new one listens, started with `env` beside its own environment. */
  async kill(env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.replace('SIGKILL', env);
  }

  /** Drains it; resolves with its exit code when a new one listens. Null where a signal ended it. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<number | null> {
    return this.replace('SIGTERM', env);
  }

  /** The environment of the next start, whoever causes it; that of the one after it is the usual again. */
  startNextWith(env: Readonly<Record<string, string>>): void {
    this.once = env;
  }

  /** Takes the time away from it, or gives it back. */
  async signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    process.kill(await this.pid(), signal);
  }

  /** Drains it and leaves it down until `up`. Null where a signal ended it. */
  async down(): Promise<number | null> {
    this.isDown = true;
    return this.end((await this.running).process, 'SIGTERM');
  }

  async up(): Promise<void> {
    if (this.isDown) {
      this.isDown = false;
      this.begin();
    }
    await this.running;
  }

  /** Kills whatever runs, and starts nothing more. */
  async abandon(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.processes.map((process) => process.end('SIGKILL')));
  }

  private async replace(
    signal: 'SIGKILL' | 'SIGTERM',
    env: Readonly<Record<string, string>>,
  ): Promise<number | null> {
    const { process } = await this.running;
    this.once = env;
    let code: number | null = null;
    this.running = this.end(process, signal).then((ended) => {
      code = ended;
      return this.start();
    });
    await this.running;
    return code;
  }

  private end(process: CommandProcess, signal: NodeJS.Signals): Promise<number | null> {
    this.condemned.add(process);
    if (signal === 'SIGKILL') this.killed += 1;
    return process.end(signal);
  }

  private begin(): void {
    this.running = this.start();
    this.running.catch(() => undefined);
  }

  private async start(): Promise<Running> {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(RETRY_MS)) {
      const process = this.launch();
      try {
        const url = await process.listening();
        void process.exitCode().then((code) => this.ended(process, code));
        return { process, url };
      } catch (error) {
        if (process.process.signalCode === 'SIGKILL' && !this.condemned.has(process)) this.killed += 1;
        if (this.isOver || Date.now() > end) throw error;
      }
    }
  }

  private ended(process: CommandProcess, code: number | null): void {
    if (this.isOver || this.condemned.has(process)) return;
    if (process.process.signalCode === 'SIGKILL') {
      this.killed += 1;
      this.killedUnasked += 1;
    } else
      this.crashes.push(
        `${this.name} ended with ${code ?? process.process.signalCode}: ${process.stderr.slice(-2_000)}`,
      );
    this.begin();
  }

  private launch(): CommandProcess {
    const { words, env, program = BUILT } = this.settings;
    const process = new CommandProcess([program, 'serve', ...words], {
      VERBATIM_LOG_LEVEL: 'warn',
      ...env,
      ...this.once,
    });
    this.once = {};
    this.processes.push(process);
    return process;
  }
}
