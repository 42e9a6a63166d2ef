import { setTimeout as sleep } from 'node:timers/promises';
import { VerbatimError } from '@verbatim/conversation';
import { KafkaJSAggregateError, KafkaJSError, KafkaJSProtocolError } from 'kafkajs';
import { retry } from './kafka-options';

/** A broker that is frozen keeps its connections: without this, kafkajs would wait and ask again for minutes. */
const DEADLINE_MS = 20_000;

/**
 * The answer of the brokers. Throws VerbatimError `too-large`, or `log-unavailable` also where nothing came in 20 s: what
 * was asked for may be done all the same.
 */
export async function available<T>(brokers: readonly string[], answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const late = sleep(DEADLINE_MS, undefined, { signal: answered.signal }).then(
    () => Promise.reject(unavailable(brokers, `no answer in ${DEADLINE_MS / 1000} s`)),
    () => answer,
  );
  try {
    return await Promise.race([answer, late]);
  } catch (cause) {
    if (!isOfTheClient(cause)) throw cause;
    if (typeOf(cause) === 'MESSAGE_TOO_LARGE') {
      const message = 'these records together are more than the topic takes at once (max.message.bytes)';
      throw new VerbatimError('too-large', message, {}, { cause });
    }
    throw unavailable(brokers, reasonOf(cause), cause);
  } finally {
    answered.abort();
    // A race that is lost must not end the process.
    late.catch(() => undefined);
  }
}

/** kafkajs asks once only, and a new topic's partitions may have no leader yet. A second attempt knows the new ones. */
export async function whileLeadersChange<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isTransient = error instanceof KafkaJSProtocolError && error.retriable;
      if (!isTransient || attempt > retry.retries) throw error;
      await sleep(retry.initialRetryTime * attempt);
    }
  }
}

/**
 * Errors that kafkajs means, and those that it stumbles over while brokers come and go: a TypeError of its own, where
 * metadata of a broker is gone in the middle of a request.
 */
function isOfTheClient(cause: unknown): cause is Error {
  if (cause instanceof KafkaJSError || cause instanceof KafkaJSAggregateError) return true;
  const [, ...frames] = cause instanceof Error ? (cause.stack ?? '').split(/\n\s+at /) : [];
  // Node's own functions may be where it was thrown.
  return /[\\/]node_modules[\\/]kafkajs[\\/]/.test(frames.find((frame) => !/\(?node:/.test(frame)) ?? '');
}

function unavailable(brokers: readonly string[], reason: string, cause?: Error): VerbatimError {
  const message = `Kafka at ${brokers.join(',')} did not do it: ${reason}`;
  return new VerbatimError('log-unavailable', message, {}, { cause });
}

function reasonOf(error: Error): string {
  if (!(error instanceof KafkaJSAggregateError)) return error.message;
  return error.errors.map((each) => String(each)).join(', ');
}

function typeOf(error: Error): string | undefined {
  const { type, cause } = error as { type?: string; cause?: unknown };
  return type ?? (cause instanceof KafkaJSError ? typeOf(cause) : undefined);
}
