import { Command, InvalidArgumentError, Option } from 'commander';
import { faults } from './faults';
import { Report } from './report';
import { runMatrix } from './run-matrix';
import { runMutations } from './run-mutations';
import { runSoak } from './run-soak';
import { Servers } from './world/servers';
import type { LogKind } from './world/world-options';

interface Options {
  readonly only?: readonly string[];
  readonly log?: LogKind;
  readonly seed: number;
  readonly events: number;
  readonly strikes: number;
  readonly times: number;
  readonly mutations?: true;
  readonly soak?: number;
  readonly list?: true;
  readonly json?: string;
  readonly logs?: string;
}

const program = new Command('npm run faults --')
  .description(
    'Attacks the services on a real Kafka and a real Postgres, and checks that nothing is lost, doubled or stuck. ' +
      'Ends with 1 where something does not hold.',
  )
  .option('--only <names>', 'these faults, or mutations, separated by commas', (text) => text.split(','))
  .addOption(new Option('--log <log>', 'on this log only').choices(['kafka', 'embedded']))
  .option('--seed <number>', 'repeats a run', wholeNumber, Math.floor(Math.random() * 2 ** 31))
  .option('--events <number>', 'in each run', wholeNumber, 2_000)
  .option('--strikes <number>', 'of each fault', wholeNumber, 3)
  .option('--times <number>', 'the whole matrix so often, each time with another seed', wholeNumber, 1)
  .option('--mutations', 'breaks the product in one way after another, and shows that it is noticed')
  .option('--soak <minutes>', 'no faults: the load alone, and what the processes hold meanwhile', wholeNumber)
  .option('--list', 'names the faults')
  .option('--json <file>', 'writes the rows there, after each')
  .option('--logs <directory>', 'keeps what the services logged');

async function run(options: Options): Promise<boolean> {
  const report = new Report(options);
  if (options.list) {
    for (const { name, logs, what } of faults) report.line(`${name} (${logs.join(', ')}): ${what}`);
    return true;
  }
  const only = options.only ?? null;
  const log = options.log ?? null;
  const servers = await Servers.open();
  try {
    if (options.mutations) return await runMutations(servers, { ...options, only }, report);
    if (options.soak !== undefined) {
      return await runSoak(servers, { ...options, minutes: options.soak, log: log ?? 'kafka' }, report);
    }
    return await runMatrix(servers, { ...options, only, log }, report);
  } finally {
    await servers.close();
  }
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new InvalidArgumentError('It must be a whole number.');
  return number;
}

program
  .parseAsync()
  .then(() => run(program.opts<Options>()))
  .then(
    (isWell) => process.exit(isWell ? 0 : 1),
    (error: unknown) => {
      process.stderr.write(
        `faults: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      process.exit(1);
    },
  );
