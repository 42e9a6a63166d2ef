import { destination, type DestinationStream } from 'pino';
import type { PrettyOptions } from 'pino-pretty';
import type { Configuration } from './configuration-schema';

/** What is known of standard error. */
interface LogReader {
  readonly isTerminal: boolean;
  readonly colour: boolean;
}

/**
 * Standard error as JSON lines, which other programs parse, or readable lines for a person. Lines are written
 * synchronously either way.
 */
export function logStream(format: Configuration['logFormat'], reader: LogReader): DestinationStream {
  const stderr = destination({ fd: 2, sync: true });
  if (format === 'json' || (format === 'auto' && !reader.isTerminal)) return stderr;
  // Loaded when needed: most services write JSON.
  const pretty: typeof import('pino-pretty') = require('pino-pretty');
  return pretty({ ...readable, colorize: reader.colour, destination: stderr });
}

/** `12:03:04 INFO projector: applied a batch (partition 3)`: the fields stand behind the message. */
const readable: PrettyOptions = {
  translateTime: 'SYS:HH:MM:ss',
  hideObject: true,
  ignore: 'pid,hostname,name',
  customColors: 'message:reset',
  useOnlyCustomProps: false,
  messageFormat: (line, messageKey) => lineText(line, String(line[messageKey] ?? '')),
};

/** Not among the fields behind the message. */
const known = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'service', 'err']);

function lineText(line: Readonly<Record<string, unknown>>, message: string): string {
  const { service, err } = line;
  // A list, such as the names of all migrations, is of no use to a reader.
  const fields = Object.entries(line).filter(([name, value]) => !known.has(name) && !Array.isArray(value));
  const about = fields.map(([name, value]) => `${name} ${fieldText(value)}`).join(', ');
  const parts = [
    typeof service === 'string' ? `${service}: ` : '',
    message,
    about === '' ? '' : ` (${about})`,
    typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '',
  ];
  return parts.join('');
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
