import { readFileSync } from 'node:fs';
import { Kafka, logLevel, type KafkaConfig, type LogEntry, type SASLOptions } from 'kafkajs';
import { installCodecs } from './codecs/compression';
import { installFetches } from './consuming/fetches';
import { installQuietQueues } from './request-queues';

/** How to reach the brokers. */
export interface KafkaConnection {
  /** `host:port` each. */
  readonly brokers: readonly string[];
  /** Shown in the brokers' logs; default `verbatim`. */
  readonly clientId?: string;
  /** Encrypts; the files are PEM. Without `ca` the system's authorities hold. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string } | undefined;
  readonly sasl?: KafkaSasl | undefined;
}

export interface KafkaSasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

/** What the client library says about trouble that it goes on from by itself. */
export type KafkaNotice = (notice: string) => void;

/** Retries within one call: about three seconds, then it has failed. */
export const retry = { retries: 5, initialRetryTime: 100, maxRetryTime: 2_000 };

/** The same notice is passed on once in that time. */
const QUIET_MS = 10_000;
const MOST_REMEMBERED = 1_000;

/** A client that connects to nothing yet. Throws what reading the files of `tls` throws. */
export function createClient(connection: KafkaConnection, onNotice: KafkaNotice): Kafka {
  installCodecs();
  installFetches();
  installQuietQueues();
  const config: KafkaConfig = {
    clientId: connection.clientId ?? 'verbatim',
    brokers: [...connection.brokers],
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry,
    logLevel: logLevel.WARN,
    logCreator: () => withoutRepeats(onNotice),
  };
  if (connection.tls) config.ssl = tlsOf(connection.tls);
  if (connection.sasl) config.sasl = saslOf(connection.sasl);
  return new Kafka(config);
}

function tlsOf({ ca, cert, key }: NonNullable<KafkaConnection['tls']>): NonNullable<KafkaConfig['ssl']> {
  return {
    ...(ca === undefined ? {} : { ca: [readFileSync(ca, 'utf8')] }),
    ...(cert === undefined ? {} : { cert: readFileSync(cert, 'utf8') }),
    ...(key === undefined ? {} : { key: readFileSync(key, 'utf8') }),
  };
}

/** One case a mechanism, as the library's type asks for it. */
function saslOf({ mechanism, username, password }: KafkaSasl): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, username, password };
    case 'scram-sha-256':
      return { mechanism, username, password };
    case 'scram-sha-512':
      return { mechanism, username, password };
  }
}

/** Of a broker that is down kafkajs speaks ten times a second. */
function withoutRepeats(onNotice: KafkaNotice): (entry: LogEntry) => void {
  const said = new Map<string, number>();
  return (entry) => {
    const notice = noticeOf(entry);
    const now = Date.now();
    if (now - (said.get(notice) ?? 0) < QUIET_MS) return;
    if (said.size >= MOST_REMEMBERED) said.clear();
    said.set(notice, now);
    onNotice(notice);
  };
}

function noticeOf({ log: { message, error } }: LogEntry): string {
  return typeof error === 'string' && error !== message ? `${message}: ${error}` : message;
}
