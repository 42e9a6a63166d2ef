import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type { Configuration } from './configuration-schema';
import { redact } from './redaction';

export type { Logger } from 'pino';

/**
 * A logger of JSON lines, to stderr: stdout belongs to the commands' results. Secrets are taken out of the finished
 * line, so it does not matter whether they came in a field, an error, a child's bindings or a message.
 * Lines are written synchronously, so none is lost at exit.
 */
export function createLogger(
  name: string,
  level: Configuration['logLevel'],
  stream: DestinationStream = destination({ fd: 2, sync: true }),
): Logger {
  return pino(
    {
      name,
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redact },
    },
    stream,
  );
}
