import { createLogger, onShutdownSignals } from '@verbatim/platform';
import type { Terminal } from '../terminal';
import { configured, type ServeOptions } from './serve-options';
import { startServe } from './start-serve';

/**
 * Serves until SIGTERM or SIGINT, which drain and end the process with 0. Returns when the services listen; the one
 * line on `out` says where.
 */
export async function serve(terminal: Terminal, options: ServeOptions): Promise<void> {
  const { configuration, names } = configured(options, process.env);
  const logger = createLogger('verbatim', configuration.logLevel);
  const starting = startServe(configuration, names, logger);
  onShutdownSignals(() => starting.then((serving) => serving.stop()), {
    deadlineMs: (configuration.noticeSeconds + configuration.shutdownSeconds) * 1000,
    logger,
  });
  const { url } = await starting;
  terminal.out(options.json ? `${JSON.stringify({ url, pid: process.pid })}\n` : `listening on ${url}\n`);
}
