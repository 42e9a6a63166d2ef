import { KafkaJSNonRetriableError, type Consumer, type EachBatchPayload, type Kafka } from 'kafkajs';
import { retry } from '../kafka-options';

export interface GroupConsumerOptions {
  readonly kafka: Kafka;
  /** The names of group and topic in Kafka. */
  readonly kafkaGroup: string;
  readonly kafkaTopic: string;
  readonly partitions: number;
  /** After that long without a sign of life a member's partitions go to the others; at least 6,000 (the broker's bound). */
  readonly sessionMs: number;
}

/** A consumer of kafkajs that never restarts by itself. */
export function createConsumer({ kafka, kafkaGroup, sessionMs }: GroupConsumerOptions): Consumer {
  return kafka.consumer({
    groupId: kafkaGroup,
    sessionTimeout: sessionMs,
    heartbeatInterval: Math.floor(sessionMs / 4),
    rebalanceTimeout: Math.max(sessionMs, 30_000),
    // Also how long a stop waits for a fetch; kafkajs is quickest with a short one.
    maxWaitTimeInMs: 10,
    retry: { ...retry, restartOnFailure: () => Promise.resolve(false) },
    allowAutoTopicCreation: false,
  });
}

/** A consumer that has stopped refuses; the one after it begins anew. */
export function whileRunning(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof KafkaJSNonRetriableError)) throw error;
  }
}

/** Where the fetch of a batch began: kafkajs knows it, its types do not. */
export function fetchedOffset(batch: EachBatchPayload['batch']): number {
  return Number((batch as unknown as { fetchedOffset: string }).fetchedOffset);
}
