import type { Command } from 'commander';
import { clientCommand, commandGroup, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { printAnswer } from '../output';
import { details, members, table } from '../rendering';
import type { Terminal } from '../terminal';
import { temporaryOption, type TemporaryOption } from './temporary';

const SETTINGS = '/v1/settings';

/** `settings …`: the window's ceiling and the sessions of the tenant (SPEC 6). */
export function settingsCommands(program: Command, terminal: Terminal): void {
  const settings = commandGroup(program, 'settings', {
    description: 'print and change the settings of the default policy: window.maxMessages, sessions.…',
    example: 'settings set window.maxMessages 100',
  });

  clientCommand(settings, 'get', {
    description: 'print the settings in force, those kept for after a restart, and the sessions in use',
    example: 'settings get',
  }).action(async (options: ClientOptions) => {
    const client = await connect(options);
    printAnswer(terminal, options, await client.get(SETTINGS), settingsText);
  });

  temporaryOption(
    clientCommand(settings, 'set <name> <value>', {
      description: 'change a setting; "none" is no limit. Conversations in use follow at once',
      example: 'settings set sessions.max 50',
    }),
  ).action(async (name: string, value: string, options: ClientOptions & TemporaryOption) => {
    const client = await connect(options);
    const body = JSON.stringify({ [name]: written(value), temporary: options.temp ?? false });
    printAnswer(terminal, options, await client.send('PUT', SETTINGS, { body }), (settings) => details(settings));
  });
}

/** What is no number goes as it is: the service knows what it expects, and says so. */
function written(value: string): number | string | null {
  if (value === 'none') return null;
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

function settingsText(value: unknown): string {
  const { settings, kept, sessions, policy } = members(value);
  const rows = Object.entries(members(settings)).map(([name, inForce]) => ({
    name,
    value: inForce ?? 'none',
    kept: members(kept)[name] ?? 'none',
  }));
  const active = members(sessions)['active'];
  return `${table(rows, ['name', 'value', 'kept'])}\n${details({ 'default policy': policy, 'sessions in use': active })}`;
}
