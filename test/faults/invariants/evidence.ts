import { KafkaEventLog, PostgresEventLog, type EventLog } from '@verbatim/event-log';
import type { Database } from '@verbatim/postgres';
import type { Truth } from '../load/truth';
import type { LogKind } from '../world/world-options';
import type { Footprint } from './footprint';
import type { JournalWatch } from './journal-watch';

/** What the invariants read of a world. */
export interface Evidence {
  readonly truth: Truth;
  readonly options: { readonly log: LogKind };
  /** Straight to Postgres, as the owner. */
  readonly database: Database;
  /** Of the whole server, straight to it. */
  readonly postgres: { readonly directUrl: string };
  readonly kafka: { readonly brokers: readonly string[] } | null;
  /** What every service gets, as environment variables. */
  readonly settings: Readonly<Record<string, string>>;
  readonly services: readonly RunningService[];
  /** What the last wait for rest found; lag is back at zero within its bound where it is settled. */
  readonly settled: {
    readonly isSettled: boolean;
    readonly seconds: number;
    readonly lag: number;
    readonly due: number;
  } | null;
  /** The database of another projector that read the same log during all of it. */
  readonly second: { readonly url: string } | null;
  /** Looked at the journal while things went wrong. */
  readonly watch: JournalWatch;
  /** Taken before things went wrong; null where nobody took it. */
  readonly base: Footprint | null;
  /** Of a context-builder that answers. */
  url(): Promise<string>;
}

export interface RunningService {
  readonly name: string;
  pid(): Promise<number>;
  /** Where it shows health and metrics. */
  url(): Promise<string>;
  /** All that it logged. */
  readonly log: string;
}

/** Straight to the log; the caller closes it. */
export function openLog({
  kafka,
  settings,
  database,
}: Pick<Evidence, 'kafka' | 'settings' | 'database'>): EventLog {
  if (kafka === null) return new PostgresEventLog(database);
  return new KafkaEventLog({ brokers: kafka.brokers, prefix: settings['VERBATIM_KAFKA_PREFIX'] ?? '' });
}
