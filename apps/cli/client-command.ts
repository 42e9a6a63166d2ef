import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ConnectionOptions } from './connection';

/** What every command that talks to a service takes. */
export interface ClientOptions extends ConnectionOptions {
  readonly json?: true;
  readonly utc?: true;
  /** False with `--no-pager`. */
  readonly pager?: boolean;
}

export interface CommandText {
  readonly description: string;
  /** A command line that works, without `verbatim`. */
  readonly example: string;
}

const OUTPUT = 'Output:';
const SERVICE = 'Service:';

/** A command with `--json` and an example in its help. `name` has its arguments too, as commander writes them. */
export function command(parent: Command, name: string, { description, example }: CommandText): Command {
  return parent
    .command(name)
    .description(description)
    .addOption(new Option('--json', 'print JSON').helpGroup(OUTPUT))
    .addOption(new Option('--utc', 'print exact times in UTC').helpGroup(OUTPUT))
    .addHelpText('after', `\nExample: verbatim ${example}`);
}

/** A command that talks to a running service. */
export function clientCommand(parent: Command, name: string, text: CommandText): Command {
  return command(parent, name, text)
    .addOption(new Option('--no-pager', 'print long output at once').helpGroup(OUTPUT))
    .addOption(
      new Option('--url <url>', 'where the service listens, such as http://127.0.0.1:8080')
        .argParser(httpUrl)
        .helpGroup(SERVICE),
    )
    .addOption(
      new Option('--data <folder>', 'without --url: the data folder of a running `verbatim serve`')
        .env('VERBATIM_DATA')
        .default('.verbatim')
        .helpGroup(SERVICE),
    )
    .addOption(
      new Option('--api-key <key>', 'an API key of the service; others can see a command line')
        .env('VERBATIM_API_KEY')
        .helpGroup(SERVICE),
    );
}

/** What a list takes. */
export interface ListOptions extends ClientOptions {
  readonly limit?: number;
}

/** A command that prints a list. */
export function listCommand(parent: Command, name: string, text: CommandText): Command {
  return clientCommand(parent, name, text).option(
    '--limit <count>',
    'print so many at most (all without it)',
    positiveInteger,
  );
}

/** A command whose subcommands do the work. */
export function commandGroup(parent: Command, name: string, { description, example }: CommandText): Command {
  return parent
    .command(name)
    .description(description)
    .addHelpText('after', `\nExample: verbatim ${example}\n\nEach command takes --json.`);
}

export function positiveInteger(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('Expected a whole number above 0.');
}

function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return text;
  throw new InvalidArgumentError('Expected a URL such as http://127.0.0.1:8080.');
}
