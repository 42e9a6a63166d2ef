import { hostname } from 'node:os';
import { PostgresReceiptFeed } from '@verbatim/conversation-store';
import type { EventLog } from '@verbatim/event-log';
import { redact, type Configuration, type Health, type ServiceContext } from '@verbatim/platform';
import type { Database } from '@verbatim/postgres';
import { ReceiptRelay } from './receipt-relay';

/** Whether receipts go to their topic: with `auto` where the log is Kafka, as nobody else reads the embedded one. */
export function relaysReceipts({ relay, kafka }: Pick<Configuration, 'relay' | 'kafka'>): boolean {
  return relay.receipts === 'on' || (relay.receipts === 'auto' && kafka.brokers !== undefined);
}

/**
 * Relays receipts in the background, with health and metrics, where the configuration says so. Contexts are served all the
 * same while it cannot. @returns stops it, within half of the time for shutting down
 */
export function startRelay(context: ServiceContext, database: Database, log: EventLog): () => Promise<void> {
  const { configuration, health, metrics } = context;
  if (!relaysReceipts(configuration)) return () => Promise.resolve();
  const logger = context.logger.child({ service: 'context-builder' });
  const feed = new PostgresReceiptFeed(database);
  const relayed = metrics.counter({
    name: 'relay_receipts_total',
    help: 'Receipts relayed, repeats included',
  });
  const failures = metrics.counter({ name: 'relay_failures_total', help: 'Batches of receipts that failed' });
  metrics.gauge({
    name: 'relay_lag',
    help: 'Receipts that wait to be relayed',
    collect: async (gauge) => gauge.set((await feed.lag()).waiting),
  });
  let trouble: string | null = null;
  const relay = new ReceiptRelay({
    feed,
    log,
    partitions: configuration.partitions,
    owner: `${hostname()}/${process.pid}`,
    onRelayed: (receipts) => relayed.inc(receipts),
    onTrouble: (error) => {
      if (error === null) {
        trouble = null;
        return;
      }
      failures.inc();
      if (trouble === null) logger.error({ err: error }, 'receipts wait to be relayed; contexts are served');
      trouble = redact(error instanceof Error ? error.message : String(error));
    },
  });
  const unregister = health.register({ name: 'relay', check: () => Promise.resolve(healthOf(trouble)) });
  relay.start();
  return async () => {
    unregister();
    await relay.stop(configuration.shutdownSeconds * 500);
  };
}

function healthOf(trouble: string | null): Health {
  if (trouble === null) return { status: 'up' };
  return { status: 'degraded', detail: `receipts wait to be relayed: ${trouble}` };
}
