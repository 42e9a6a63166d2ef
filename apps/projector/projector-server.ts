import { CustomTransportStrategy, Server } from '@nestjs/microservices';
import {
  CONVERSATION_EVENTS,
  type Batch,
  type EventLog,
  type PartitionConsumer,
  type Subscription,
} from '@verbatim/event-log';
import type { Logger } from '@verbatim/platform';
import { lastValueFrom, isObservable } from 'rxjs';
import { reportFailure } from './halted-partitions';

/**
 * Feeds batches of the event log to the handler of `conversation-events`. Nest's own servers swallow what an event
 * handler throws; here it reaches the log, which retries the batch.
 */
export class ProjectorServer extends Server implements CustomTransportStrategy {
  private subscription: Subscription | null = null;

  constructor(
    private readonly log: EventLog,
    private readonly group: string,
    private readonly claim: PartitionConsumer['claim'],
    private readonly errors: Logger,
  ) {
    super();
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      this.subscription = await this.log.subscribe({
        group: this.group,
        topic: CONVERSATION_EVENTS,
        consumer: { claim: this.claim, handle: (batch) => this.dispatch(batch) },
        onError: (error, place) => reportFailure(this.errors, error, place),
      });
      callback();
    } catch (error) {
      callback(error);
    }
  }

  /** Partitions held now, and those halted with the reason. */
  assignment(): ReturnType<Subscription['status']> {
    return this.subscription?.status() ?? { held: [], halted: new Map() };
  }

  async close(): Promise<void> {
    await this.subscription?.stop();
    this.subscription = null;
  }

  on(): never {
    throw new Error('the event log has no events of its own to listen to');
  }

  unwrap<T>(): T {
    return this.log as T;
  }

  private async dispatch(batch: Batch): Promise<void> {
    const handler = this.getHandlerByPattern(CONVERSATION_EVENTS);
    if (!handler) throw new Error(`no handler for ${CONVERSATION_EVENTS}`);
    const result: unknown = await handler(batch);
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  }
}
