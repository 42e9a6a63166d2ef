import { setTimeout as sleep } from 'node:timers/promises';
import { BuiltVerbatim } from '../../../apps/cli/testing/verbatim-process';

export type ServiceName = 'projector' | 'summarizer' | 'context-builder';

export interface Surroundings {
  readonly databaseUrl: string;
  readonly brokers: readonly string[];
  /** Further settings, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
}

interface Running {
  readonly process: BuiltVerbatim;
  readonly url: string;
}

const PATIENCE_MS = 60_000;
const RETRY_MS = 500;

/**
 * One service in a process of its own, with what a supervisor does: whenever it ends unasked, or does not start (there is
 * no Kafka just now), it is started again.
 */
export class SupervisedService {
  /** What was written by processes that ended by themselves after they had listened. */
  readonly crashes: string[] = [];
  private readonly processes: BuiltVerbatim[] = [];
  private readonly condemned = new Set<BuiltVerbatim>();
  private running: Promise<Running>;
  private isOver = false;

  constructor(
    readonly name: ServiceName,
    private readonly surroundings: Surroundings,
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

  /** Resolves when it is gone and a new one listens. */
  async kill(): Promise<void> {
    const { process } = await this.running;
    this.running = this.end(process, 'SIGKILL').then(() => this.start());
    await this.running;
  }

  /** Takes the time away from it, or gives it back. */
  async signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    process.kill(await this.pid(), signal);
  }

  /** As an operator does; null where it had to be killed. */
  async stop(): Promise<number | null> {
    return this.end((await this.running).process, 'SIGTERM');
  }

  /** Kills whatever runs, and starts nothing more. */
  async abandon(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.processes.map((process) => process.end('SIGKILL')));
  }

  private end(process: BuiltVerbatim, signal: NodeJS.Signals): Promise<number | null> {
    this.condemned.add(process);
    return process.end(signal);
  }

  private async start(): Promise<Running> {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(RETRY_MS)) {
      const process = this.launch();
      try {
        const url = await process.listening();
        void process.exitCode().then(() => this.ended(process));
        return { process, url };
      } catch (error) {
        if (this.isOver || Date.now() > end) throw error;
      }
    }
  }

  private ended(process: BuiltVerbatim): void {
    if (this.isOver || this.condemned.has(process)) return;
    this.crashes.push(process.stderr);
    this.running = this.start();
    this.running.catch(() => undefined);
  }

  private launch(): BuiltVerbatim {
    const { databaseUrl, brokers, settings = {} } = this.surroundings;
    const env = { VERBATIM_LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl, ...settings };
    const words = ['serve', '--only', this.name, '--port', '0', '--kafka', brokers.join()];
    const process = new BuiltVerbatim(env, ...words);
    this.processes.push(process);
    return process;
  }
}
