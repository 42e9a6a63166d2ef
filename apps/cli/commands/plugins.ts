import type { Command } from 'commander';
import { clientCommand, commandGroup, positiveInteger, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import { displayOf, printAnswer } from '../output';
import { pages } from '../paging';
import { details, members, valueAt } from '../rendering';
import type { Terminal } from '../terminal';
import { jsonObject } from './json-object';
import { pluginCheckCommand } from './plugins-check';
import { temporaryOption, type TemporaryOption } from './temporary';

interface AddOptions extends ClientOptions, TemporaryOption {
  readonly options?: object;
  readonly at?: number;
}

/** `plugins …`: the history plugins that run on every context, in order (SPEC 6). */
export function pluginCommands(program: Command, terminal: Terminal): void {
  const plugins = commandGroup(program, 'plugins', {
    description: "list what is available, and change the default policy's chain",
    example: 'plugins add token-budget --at 1',
  });

  clientCommand(plugins, 'list', {
    description: 'list the chain in its order, and the plugins that are available',
    example: 'plugins list',
  }).action((options: ClientOptions) => list(terminal, options));

  pluginCheckCommand(plugins, terminal);

  temporaryOption(
    clientCommand(plugins, 'add <name>', {
      description: 'add a plugin to the chain, at its end unless told otherwise',
      example: `plugins add token-budget --options '{"tokenBudget": 4000}' --at 1`,
    }),
  )
    .option('--options <json>', 'what the plugin is told, a JSON object', jsonObject)
    .option('--at <position>', 'from 1, which is just after "default"', position)
    .action((add: string, { options: given, at, ...options }: AddOptions) =>
      change(terminal, { add, options: given, at }, options),
    );

  temporaryOption(
    clientCommand(plugins, 'remove <name>', {
      description: 'remove a plugin from the chain',
      example: 'plugins remove token-budget',
    }),
  ).action((remove: string, options: ClientOptions & TemporaryOption) =>
    change(terminal, { remove }, options),
  );

  temporaryOption(
    clientCommand(plugins, 'move <name>', {
      description: 'move a plugin of the chain to another position',
      example: 'plugins move token-budget 1',
    }),
  )
    .argument('<position>', 'from 1, which is just after "default"', position)
    .action((move: string, to: number, options: ClientOptions & TemporaryOption) =>
      change(terminal, { move, to }, options),
    );
}

const chainColumns = [
  column.number('Position', 'position'),
  column.text('Plugin', 'name'),
  column.prose('Options', 'options'),
];

const availableColumns = [
  column.text('Plugin', 'name'),
  column.text('Source', 'source'),
  column.text('File', 'file'),
  column.prose('Problem', 'problem'),
];

async function list(terminal: Terminal, options: ClientOptions): Promise<void> {
  const client = await connect(options);
  const chain = (await client.get('/v1/policies/default')).property('policy')?.property('plugins');
  const available: string[] = [];
  for await (const { items } of pages(client, { path: '/v1/plugins' })) {
    available.push(...items.map((item) => item.slice()));
  }
  if (options.json) {
    terminal.out(`{"chain":${chain?.slice() ?? '[]'},"available":[${available.join(',')}]}\n`);
    return;
  }
  const links = chain?.elements().map((link, at) => ({ position: at, ...members(link.value()) })) ?? [];
  const found = available.map((text): unknown => JSON.parse(text));
  const display = displayOf(terminal, options);
  terminal.out(`${display.table(links, chainColumns)}\n${display.table(found, availableColumns)}`);
}

async function change(
  terminal: Terminal,
  wanted: object,
  { temp, ...options }: ClientOptions & TemporaryOption,
): Promise<void> {
  const client = await connect(options);
  const body = JSON.stringify({ ...wanted, temporary: temp ?? false });
  const answer = await client.send('POST', '/v1/plugins/chain', { body });
  printAnswer(terminal, options, answer, chainText);
}

function chainText(value: unknown): string {
  const chain = valueAt(value, 'plugins');
  const names = Array.isArray(chain) ? chain.map((link: unknown) => valueAt(link, 'name')) : [];
  return details({ ...members(value), plugins: names.join(', ') });
}

/** 0, which is that of `default`, is for the service to refuse. */
function position(text: string): number {
  return text === '0' ? 0 : positiveInteger(text);
}
