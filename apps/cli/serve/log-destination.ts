import { logStream, type Configuration } from '@verbatim/platform';
import { colourWanted } from '../display/style';

/** Where the services' log lines go: standard error, readable where a person looks at it. */
export function logDestination({
  logFormat,
}: Pick<Configuration, 'logFormat'>): ReturnType<typeof logStream> {
  const isTerminal = process.stderr.isTTY === true;
  return logStream(logFormat, { isTerminal, colour: colourWanted(process.env, isTerminal) });
}
