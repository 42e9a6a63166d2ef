import type { Logger } from './logger';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export type ShutdownSignal = (typeof SIGNALS)[number];

export interface ShutdownOptions {
  /** How long the handler may take, in milliseconds. */
  readonly deadlineMs: number;
  readonly logger: Logger;
}

/**
 * Ends the process on SIGTERM or SIGINT: the first one runs `handler` once, then exit code 0; code 1 where it
 * fails, takes longer than the deadline, or a second signal comes.
 * @returns a function that stops listening.
 */
export function onShutdownSignals(
  handler: (signal: ShutdownSignal) => Promise<void>,
  { deadlineMs, logger }: ShutdownOptions,
): () => void {
  let draining = false;

  const drain = async (signal: ShutdownSignal): Promise<void> => {
    try {
      await handler(signal);
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, 'the shutdown failed');
      process.exit(1);
    }
  };

  const onSignal = (signal: ShutdownSignal): void => {
    if (draining) {
      logger.warn({ signal }, 'a second signal, ending at once');
      process.exit(1);
    }
    draining = true;
    logger.info({ signal }, 'shutting down');
    setTimeout(() => {
      logger.error({ deadlineMs }, 'the shutdown took too long');
      process.exit(1);
    }, deadlineMs);
    void drain(signal);
  };

  SIGNALS.forEach((signal) => process.on(signal, onSignal));
  return () => SIGNALS.forEach((signal) => process.off(signal, onSignal));
}
