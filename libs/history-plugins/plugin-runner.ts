import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { program, type PluginJob, type PluginReply } from './plugin-process';

const PROCESSES = 2;
const MEGABYTES = 128;
const START_MS = 10_000;

type Outcome =
  | { readonly json: string | null }
  /** `code` where the process did not answer. */
  | { readonly problem: string; readonly code?: 'plugin-slow' | 'plugin-died' };
type Job = Omit<PluginJob, 'token'>;

const STOPPING: Outcome = { problem: 'the service is stopping' };

interface Waiting {
  readonly job: Job;
  readonly settle: (outcome: Outcome) => void;
}

/**
 * Runs users' plugins in processes of their own, each call within a time limit; a process that passes it, or its
 * memory, is killed and another one started when it is needed. Tenants take turns, so that none waits for all of
 * another's calls.
 */
export class PluginRunner {
  private idle: PluginProcess[] = [];
  private readonly processes = new Set<PluginProcess>();
  /** By tenant, in the order of their turns. */
  private readonly waiting = new Map<string, Waiting[]>();
  private isClosed = false;

  constructor(private readonly milliseconds: number) {}

  /** What the plugin returned as JSON, null where it has no such function, or why there is nothing. Never throws. */
  run(tenant: string, job: Job): Promise<Outcome> {
    if (this.isClosed) return Promise.resolve(STOPPING);
    return new Promise((settle) => {
      const queue = this.waiting.get(tenant) ?? [];
      queue.push({ job, settle });
      this.waiting.set(tenant, queue);
      this.next();
    });
  }

  /** Called by Nest when the service has answered its last request. */
  onApplicationShutdown(): void {
    this.isClosed = true;
    for (const each of this.processes) each.kill();
    for (let left = this.take(); left; left = this.take()) left.settle(STOPPING);
  }

  private next(): void {
    if (this.waiting.size === 0) return;
    const worker = this.idle.pop() ?? (this.processes.size < PROCESSES ? this.started() : undefined);
    const waiting = worker && this.take();
    if (waiting) void this.serve(worker, waiting);
  }

  private async serve(worker: PluginProcess, { job, settle }: Waiting): Promise<void> {
    settle(await worker.run(job, this.milliseconds));
    if (worker.isAlive) this.idle.push(worker);
    this.next();
  }

  private started(): PluginProcess {
    const worker: PluginProcess = new PluginProcess(() => {
      this.processes.delete(worker);
      this.idle = this.idle.filter((each) => each !== worker);
    });
    this.processes.add(worker);
    return worker;
  }

  /** The oldest of the tenant whose turn it is; that tenant is the last one then. */
  private take(): Waiting | undefined {
    for (const [tenant, queue] of this.waiting) {
      this.waiting.delete(tenant);
      const first = queue.shift();
      if (queue.length > 0) this.waiting.set(tenant, queue);
      if (first) return first;
    }
    return undefined;
  }
}

/** A child process, not a thread: one large allocation in a thread ends the whole service (ADR 11). */
class PluginProcess {
  isAlive = true;
  private readonly child: ChildProcess;
  private readonly ready: Promise<boolean>;

  /** `onEnd` is called once, when it takes no more jobs. */
  constructor(private readonly onEnd: () => void) {
    this.child = spawn(process.execPath, [`--max-old-space-size=${MEGABYTES}`, '-e', program], {
      cwd: tmpdir(),
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.unref();
    this.child.channel?.unref();
    this.child.once('exit', () => this.end()).once('error', () => this.end());
    this.ready = new Promise((resolve) => {
      const late = setTimeout(() => settle(false), START_MS);
      const settle = (isReady: boolean): void => {
        clearTimeout(late);
        resolve(isReady);
      };
      this.child.once('message', () => settle(true));
      this.child.once('exit', () => settle(false)).once('error', () => settle(false));
    });
  }

  kill(): void {
    this.child.kill('SIGKILL');
    this.end();
  }

  async run(job: Job, milliseconds: number): Promise<Outcome> {
    if (await this.ready) return this.ask({ ...job, token: randomUUID() }, milliseconds);
    this.kill();
    return { problem: 'no process could be started for it' };
  }

  private end(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.onEnd();
  }

  private ask(job: PluginJob, milliseconds: number): Promise<Outcome> {
    const { child } = this;
    return new Promise((resolve) => {
      const settle = (outcome: Outcome): void => {
        clearTimeout(limit);
        child.off('message', onMessage).off('exit', onExit);
        resolve(outcome);
      };
      const onMessage = (message: unknown): void => {
        if (isReply(message) && message.token === job.token) settle(message);
      };
      const onExit = (code: number | null, signal: string | null): void => {
        const how = signal ?? `exit code ${code}`;
        settle({
          problem: `it ended its process (${how}), or took more than ${MEGABYTES} MB of memory`,
          code: 'plugin-died',
        });
      };
      const limit = setTimeout(() => {
        this.kill();
        settle({ problem: `it took longer than ${milliseconds} ms`, code: 'plugin-slow' });
      }, milliseconds);
      child.on('message', onMessage).on('exit', onExit);
      // What cannot be sent has ended, and says so by its exit.
      child.send(job, () => undefined);
    });
  }
}

function isReply(message: unknown): message is PluginReply {
  return typeof message === 'object' && message !== null && 'token' in message;
}
