import type { Configuration } from './configuration-schema';
import type { Logger } from './logger';

/** What the adapter of the log needs to reach Kafka; undefined where the embedded log is used. */
export function kafkaConnectionOf({ kafka, limits }: Configuration, logger: Logger) {
  const { brokers, prefix, sessionSeconds, saslMechanism, saslUsername = '', saslPassword = '' } = kafka;
  if (brokers === undefined) return undefined;
  return {
    brokers,
    prefix,
    sessionMs: sessionSeconds * 1000,
    largestEvent: limits.eventBytes,
    tls: kafka.tls ? filesOf(kafka) : undefined,
    sasl: saslMechanism && { mechanism: saslMechanism, username: saslUsername, password: saslPassword },
    onNotice: (notice: string) => logger.warn(`Kafka: ${notice}`),
  };
}

function filesOf({ tlsCa, tlsCert, tlsKey }: Configuration['kafka']) {
  return {
    ...(tlsCa === undefined ? {} : { ca: tlsCa }),
    ...(tlsCert === undefined ? {} : { cert: tlsCert }),
    ...(tlsKey === undefined ? {} : { key: tlsKey }),
  };
}
