import type { Command } from 'commander';
import { route } from '../api-client';
import {
  clientCommand,
  commandGroup,
  positiveInteger,
  type ClientOptions,
  type CommandText,
} from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import type { Display } from '../display/display';
import { printAnswer, printList } from '../output';
import { pages } from '../paging';
import { members, shown, valueAt } from '../rendering';
import type { Terminal } from '../terminal';

interface KeyOptions extends ClientOptions {
  readonly tenant?: string;
}

interface KeyListOptions extends KeyOptions {
  readonly limit?: number;
}

interface CreateOptions extends KeyOptions {
  readonly scopes: string;
  readonly name?: string;
}

const KEYS = '/v1/keys';

/** `keys …`: who may ask for what (DESIGN, Security). */
export function keyCommands(program: Command, terminal: Terminal): void {
  const keys = commandGroup(program, 'keys', {
    description: 'make, list and revoke API keys',
    example: 'keys create --tenant acme --scopes append,read',
  });

  keyCommand(keys, 'create', {
    description: 'make an API key and print it, this once',
    example: 'keys create --tenant acme --scopes append,read --name shop',
  })
    .requiredOption('--scopes <scopes>', 'what it may do: some of append,read,context,admin')
    .option('--name <name>', 'what it is for')
    .action((options: CreateOptions) => create(terminal, options));

  keyCommand(keys, 'list', {
    description: 'list the API keys of a tenant, without their secrets',
    example: 'keys list --tenant acme',
  })
    .option('--limit <count>', 'print so many at most (all without it)', positiveInteger)
    .action(async ({ limit, ...options }: KeyListOptions) => {
      const list = pages(await connect(options), { path: KEYS, limit });
      const columns = [
        column.text('Key', 'id'),
        column.text('Name', 'name'),
        column.text('Tenant', 'tenant'),
        column.text('Scopes', scopesOf),
        column.time('Created', 'createdAt'),
        column.time('Revoked', 'revokedAt'),
      ];
      await printList(terminal, options, list, columns, 'no keys; `verbatim keys create` makes one');
    });

  keyCommand(keys, 'revoke <id>', {
    description: 'revoke an API key by its id; again changes nothing',
    example: 'keys revoke 7 --tenant acme',
  }).action(async (id: string, options: KeyOptions) => {
    const client = await connect(options);
    const revoked = await client.send('POST', route`/v1/keys/${id}/revoke`, { body: '{}' });
    printAnswer(terminal, options, revoked, (key) => `key ${shown(valueAt(key, 'id'))} is revoked\n`);
  });
}

function keyCommand(parent: Command, name: string, text: CommandText): Command {
  const tenant = 'whose keys (default: the tenant of the API key that is sent, else "default")';
  return clientCommand(parent, name, text).option('--tenant <tenant>', tenant);
}

function scopesOf(key: unknown): string {
  const { scopes } = members(key);
  return Array.isArray(scopes) ? scopes.join(', ') : '';
}

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const client = await connect(options);
  const scopes = options.scopes.split(',').map((scope) => scope.trim());
  const body = JSON.stringify({ scopes, name: options.name });
  printAnswer(terminal, options, await client.send('POST', KEYS, { body }), keyText);
  terminal.err('Keep the key now: it is not shown again.\n');
}

function keyText(key: unknown, display: Display): string {
  const { id, name, tenant, key: secret } = members(key);
  return display.facts([
    { name: 'Key', value: id },
    { name: 'Name', value: name },
    { name: 'Tenant', value: tenant },
    { name: 'Scopes', value: scopesOf(key) },
    { name: 'Secret', value: secret },
  ]);
}
