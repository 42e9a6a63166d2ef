export type KafkaBrokerErrorCode =
  /** Java or Maven is missing; the message says what to install. */
  | 'tools-missing'
  /** Maven could not fetch Apache Kafka. */
  | 'jars-unavailable'
  | 'port-taken'
  /** The folder holds a cluster of another size. */
  | 'cluster-differs'
  | 'start-failed'
  | 'stop-failed';

export class KafkaBrokerError extends Error {
  override readonly name = 'KafkaBrokerError';

  constructor(
    readonly code: KafkaBrokerErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
