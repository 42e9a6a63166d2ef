import { setTimeout as sleep } from 'node:timers/promises';
import { LogRetention } from '@verbatim/event-log';
import type { ServiceContext } from '@verbatim/platform';
import type { Database } from '@verbatim/postgres';

const EVERY_MS = 60_000;

/** Trims the embedded log once a minute, where a retention is configured. @returns stops it, between two steps */
export function startTrimming(context: ServiceContext, database: Database): () => Promise<void> {
  const { kafka, logRetention } = context.configuration;
  const isKept = logRetention.hours === undefined && logRetention.bytes === undefined;
  if (kafka.brokers !== undefined || isKept) return () => Promise.resolve();
  const logger = context.logger.child({ service: 'projector' });
  const trimmed = context.metrics.counter({
    name: 'log_trimmed_records_total',
    help: 'Records of the embedded log that its retention gave up',
  });
  const retention = new LogRetention(database, logRetention);
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        trimmed.inc(await retention.trim(signal));
      } catch (error) {
        logger.warn({ err: error }, 'the log could not be trimmed; it is tried again in a minute');
      }
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
