import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaBrokerError } from './errors';
import { knownBrokers } from './known-brokers';
import { lastWords, ServerProcess } from './server-process';
import type { Member } from './server-properties';

const pollMilliseconds = 50;
const startPatienceMilliseconds = 120_000;
const stopPatienceMilliseconds = 15_000;

/** One server of a local cluster, running or not. */
export class KafkaNode {
  private process: ServerProcess | null = null;

  constructor(
    readonly member: Member,
    readonly folder: string,
  ) {}

  get address(): string {
    return `127.0.0.1:${this.member.port}`;
  }

  /** Of its last process; undefined before it had one. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Takes over the process that an earlier owner started. */
  adopt(pid: number): void {
    this.process = new ServerProcess(pid, this.folder);
  }

  async isRunning(): Promise<boolean> {
    return (await this.process?.isRunning()) === true;
  }

  async launch(heapMegabytes: number): Promise<void> {
    this.process = await ServerProcess.launch(this.folder, heapMegabytes);
  }

  /**
   * Waits until it takes requests and knows all of `others` to do so.
   * @throws KafkaBrokerError `start-failed`, with the end of its log
   */
  async ready(others: readonly KafkaNode[]): Promise<void> {
    const wanted = others.map(({ member }) => member.id);
    const deadline = Date.now() + startPatienceMilliseconds;
    while (Date.now() < deadline) {
      const known = await knownBrokers(this.member.port);
      if (!(await this.isRunning())) throw await this.failure('ended while starting');
      if (wanted.every((id) => known.includes(id))) return;
      await sleep(pollMilliseconds);
    }
    throw await this.failure(`was not ready within ${startPatienceMilliseconds / 1000} s`);
  }

  /** Resolves when it is gone; one that a SIGTERM does not end is killed. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    for (const step of signal === 'SIGTERM' ? ([signal, 'SIGKILL'] as const) : [signal]) {
      if (this.process === null || (await this.process.end(step, stopPatienceMilliseconds))) return;
    }
    throw new KafkaBrokerError('stop-failed', `Kafka, process ${this.pid}, does not stop`);
  }

  private async failure(what: string): Promise<KafkaBrokerError> {
    return new KafkaBrokerError('start-failed', `Kafka ${what}; ${await lastWords(this.folder)}`);
  }
}
