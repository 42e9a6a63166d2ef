import {
  type Batch,
  type LogRecord,
  PartitionHalted,
  PartitionLost,
  type PartitionRange,
  type SubscribeOptions,
} from '../event-log';
import { Backoff, pause } from './backoff';
import type { Bell } from './bell';

/** One partition of a log, as its reader needs it. */
export interface PartitionSource {
  /** Rings at each append, perhaps more often. */
  readonly appended: Bell;
  range(): Promise<PartitionRange>;
  /** `nextOffset` is where the next read begins: beyond `offset` also where only a hole was passed. */
  read(offset: number, limit: number): Promise<{ records: readonly LogRecord[]; nextOffset: number }>;
}

/** A read of a log whose offsets have no holes. */
export function withoutHoles(
  offset: number,
  records: readonly LogRecord[],
): Awaited<ReturnType<PartitionSource['read']>> {
  return { records, nextOffset: offset + records.length };
}

const DEFAULT_MAX_BATCH = 500;
const HALTED_MS = 30_000;

/**
 * Brings the records of one held partition to the consumer, from the claim until `stop`. Where it is halted it claims
 * again now and then: it goes on by itself once what was wrong has been put right.
 */
export class PartitionRunner {
  private readonly stopping = new AbortController();
  private readonly backoff = new Backoff();
  private readonly done: Promise<void>;
  private haltReason: string | undefined;

  constructor(
    private readonly partition: number,
    private readonly source: PartitionSource,
    private readonly options: SubscribeOptions,
  ) {
    this.done = this.run();
  }

  get halted(): string | undefined {
    return this.haltReason;
  }

  /** Returns when the batch in hand is done, or has failed: then it is not tried again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.consume();
      } catch (error) {
        await this.recover(error);
      }
    }
  }

  private async consume(): Promise<void> {
    const { signal } = this.stopping;
    let { nextOffset } = await this.options.consumer.claim(await this.source.range());
    this.haltReason = undefined;
    while (!signal.aborted) {
      const rings = this.source.appended.rings;
      const read = await this.source.read(nextOffset, this.options.maxBatch ?? DEFAULT_MAX_BATCH);
      if (read.nextOffset === nextOffset) {
        await this.source.appended.rungSince(rings, signal);
      } else if (!signal.aborted) {
        ({ nextOffset } = read);
        await this.deliver({ topic: this.options.topic, partition: this.partition, ...read });
      }
    }
  }

  private async deliver(batch: Batch): Promise<void> {
    do {
      try {
        await this.options.consumer.handle(batch);
        this.backoff.reset();
        return;
      } catch (error) {
        if (error instanceof PartitionLost || error instanceof PartitionHalted) throw error;
        await this.recover(error);
      }
    } while (!this.stopping.signal.aborted);
  }

  private async recover(error: unknown): Promise<void> {
    const { topic, onError, lookAgainMs = HALTED_MS } = this.options;
    const place = { topic, partition: this.partition };
    if (!(error instanceof PartitionHalted)) {
      onError?.(error, place);
      return this.backoff.pause(this.stopping.signal);
    }
    // The same reason is told once.
    if (error.message !== this.haltReason) onError?.(error, place);
    this.haltReason = error.message;
    return pause(lookAgainMs, this.stopping.signal);
  }
}
