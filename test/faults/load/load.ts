import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../world/random';
import { AgentRuntime } from './agent-runtime';
import { ForeignProducer } from './foreign-producer';
import { Gate } from './gate';
import { HttpAppender } from './http-appender';
import { Operator } from './operator';
import { planTurns, type Turn } from './plan';
import type { Truth } from './truth';

export interface LoadOptions {
  readonly events: number;
  readonly tenants: readonly string[];
  readonly conversations: number;
  /** At least. */
  readonly seconds: number;
  /** Kafka, where there is one. */
  readonly kafka: { readonly brokers: readonly string[]; readonly topic: string } | null;
  /** Of a context-builder. */
  readonly url: () => Promise<string>;
  readonly truth: Truth;
  readonly random: Random;
}

const RUNTIMES = 4;
const RUNTIME_PAUSE_MS = 20;
const OPERATOR_PAUSE_MS = 250;
const WATCH_MS = 10;

/** All that is done to a world while it is hurt: producers write, runtimes ask, operators change. */
export class Load {
  private readonly gate: Gate;
  private readonly turns: readonly Turn[];
  private readonly foreign: ForeignProducer[] = [];
  private readonly stopping = new AbortController();
  private readonly asking = new AbortController();
  private unchanged = false;
  private publishing: Promise<unknown> = Promise.resolve();
  private others: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LoadOptions) {
    const producers = options.kafka === null ? HTTP : [...FOREIGN, ...HTTP];
    this.turns = planTurns({ ...options, producers }, options.random.for('plan'));
    this.gate = new Gate(
      this.turns.reduce((sum, { messages }) => sum + messages.length, 0),
      options.seconds,
    );
  }

  /** Share of all events that producers have begun with, 0 to 1. */
  get progress(): number {
    return this.gate.progress;
  }

  /** Begins; producers go on as far as `until` and `strike` let them. */
  async start(): Promise<void> {
    const { kafka, url, truth, random } = this.options;
    if (kafka !== null) {
      for (const name of FOREIGN)
        this.foreign.push(await ForeignProducer.connect(name, kafka.brokers, kafka.topic));
    }
    const producers = [...this.foreign, ...HTTP.map((name) => new HttpAppender(name, url))];
    const { signal } = this.stopping;
    this.publishing = Promise.all(
      producers.map((producer) => {
        const own = this.turns.filter((turn) => turn.producer === producer.name);
        return producer.publish(own, this.gate, truth, signal);
      }),
    );
    const runtimes = Array.from(
      { length: RUNTIMES },
      (_, index) => new AgentRuntime(url, truth, random.for(`runtime ${index}`), RUNTIME_PAUSE_MS),
    );
    const operator = new Operator(
      url,
      truth,
      random.for('operator'),
      OPERATOR_PAUSE_MS,
      () => this.unchanged,
    );
    this.others = Promise.all([...runtimes, operator].map((each) => each.run(this.asking.signal)));
  }

  /** Lets producers on up to this share of all events; resolves when they have begun with that much. */
  async until(share: number, stop?: AbortSignal): Promise<void> {
    this.gate.openTo(share);
    const over = AbortSignal.any([this.stopping.signal, ...(stop === undefined ? [] : [stop])]);
    while (this.progress < share && !over.aborted) await sleep(WATCH_MS);
  }

  /**
   * Strikes so many times, spread over the load: before each strike producers have come to a random place of its part of the
   * load, and go on to the part's end during it. `nth` counts from 0. Answers how often it struck.
   */
  async strike(times: number, strike: (nth: number) => Promise<void>, stop: AbortSignal): Promise<number> {
    const random = this.options.random.for('strikes');
    for (let nth = 0; nth < times; nth += 1) {
      const part = (share: number): number => (nth + share) / (times + 1);
      await this.until(part(random.next() * 0.9), stop);
      if (stop.aborted) return nth;
      this.gate.openTo(part(1));
      await strike(nth);
    }
    return times;
  }

  /** Operators begin with no change meanwhile. */
  async withoutChanges<T>(work: () => Promise<T>): Promise<T> {
    this.unchanged = true;
    try {
      return await work();
    } finally {
      this.unchanged = false;
    }
  }

  /** Lets producers say all the rest; resolves when all is acknowledged. */
  async finish(): Promise<void> {
    this.gate.openTo(1);
    await this.publishing;
  }

  /** Runtimes and operators stop when their request in hand is done. */
  async rest(): Promise<void> {
    this.asking.abort();
    await this.others;
  }

  /** Ends all of it, finished or not. */
  async close(): Promise<void> {
    this.gate.close();
    this.stopping.abort();
    await this.rest();
    await this.publishing;
    await Promise.all(this.foreign.map((producer) => producer.disconnect()));
  }
}

const FOREIGN = ['java', 'python'];
const HTTP = ['http', 'agents'];
