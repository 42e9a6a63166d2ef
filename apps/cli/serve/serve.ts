import { createLogger, onShutdownSignals } from '@verbatim/platform';
import { displayOf } from '../output';
import type { Terminal } from '../terminal';
import { logDestination } from './log-destination';
import { configured, type ServeOptions } from './serve-options';
import { startServe } from './start-serve';

/**
 * Serves until SIGTERM or SIGINT, which drain and end the process with 0. Returns when the services listen; the one
 * line on `out` says where.
 */
export async function serve(terminal: Terminal, options: ServeOptions): Promise<void> {
  const { configuration, names } = configured(options, process.env);
  const logger = createLogger('verbatim', configuration.logLevel, logDestination(configuration));
  const starting = startServe(configuration, names, logger);
  onShutdownSignals(() => starting.then((serving) => serving.stop()), {
    deadlineMs: (configuration.noticeSeconds + configuration.shutdownSeconds) * 1000,
    logger,
  });
  const { url } = await starting;
  if (options.json) terminal.out(`${JSON.stringify({ url, pid: process.pid })}\n`);
  else terminal.out(`listening on ${url}\n${forPeople(terminal, url, configuration.data)}`);
}

/** Other programs read the one line before; a person is told where to go on. */
function forPeople(terminal: Terminal, url: string, data: string): string {
  if (terminal.style.width === null) return '';
  const display = displayOf(terminal, {});
  return display.facts([
    { name: 'API', value: `${url}/docs` },
    { name: 'data', value: data },
    { name: 'stop', value: 'Ctrl-C' },
  ]);
}
