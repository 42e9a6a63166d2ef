import { setTimeout as sleep } from 'node:timers/promises';
import { ConversationClient } from '../conversation-client';
import type { ForeignProducer } from './foreign-producer';
import { Published, type Turn } from './turns';

/** Conversations whose turns go in one send. */
const TOGETHER = 5;
/** Every so many sends one is repeated. */
const TWICE = 20;
const RETRY_MS = 100;

/** Turns on their way, and those that the producers know to be published. */
export class Load {
  readonly published = new Published();
  private readonly began = performance.now();
  private started = 0;
  private open = 0;

  /** Takes at least so many seconds, evenly. */
  constructor(
    private readonly turns: readonly Turn[],
    private readonly seconds: number,
  ) {}

  /** Share of the turns that producers have begun with, 0 to 1. */
  get progress(): number {
    return this.started / this.turns.length;
  }

  /** Producers wait when they have come to this share of all. */
  openUpTo(share: number): void {
    this.open = share;
  }

  /** An at-least-once producer: what it does not know to be taken it sends again, and now and then what was. */
  async publishToKafka(producer: ForeignProducer): Promise<void> {
    const turns = this.turnsOf(producer.name);
    for (let at = 0; at < turns.length; at += TOGETHER) {
      const batch = turns.slice(at, at + TOGETHER);
      await this.begin(batch.length);
      const messages = batch.flatMap((turn) => turn.messages);
      await producer.publish(messages);
      if ((at / TOGETHER) % TWICE === 0) await producer.publish(messages);
      this.published.add(messages);
    }
  }

  /** Each turn again with the same ids until it is accepted. Answers how often it was not. */
  async publishOverHttp(name: string, url: () => Promise<string>): Promise<number> {
    let retries = 0;
    for (const { conversation, messages } of this.turnsOf(name)) {
      await this.begin(1);
      const ids = messages.map(({ id }) => id);
      const texts = messages.map(({ message }) => message);
      for (; ; retries += 1) {
        const client = new ConversationClient(await url(), conversation);
        if (await client.append(texts, ids).catch(() => null)) break;
        await sleep(RETRY_MS);
      }
      this.published.add(messages);
    }
    return retries;
  }

  private turnsOf(producer: string): Turn[] {
    return this.turns.filter((turn) => turn.producer === producer);
  }

  private async begin(turns: number): Promise<void> {
    const share = (): number => (performance.now() - this.began) / 1000 / this.seconds;
    while (this.progress >= Math.min(this.open, share())) await sleep(10);
    this.started += turns;
  }
}
