import type { Command } from 'commander';
import { clientCommand, commandGroup, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import type { Display } from '../display/display';
import { noticeLines, noticeOf } from '../notices';
import { printAnswer } from '../output';
import { members } from '../rendering';
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
    printAnswer(terminal, options, await client.send('PUT', SETTINGS, { body }), changedText);
  });
}

/** What is no number goes as it is: the service knows what it expects, and says so. */
function written(value: string): number | string | null {
  if (value === 'none') return null;
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

function settingsText(value: unknown, display: Display): string {
  const { settings, kept, sessions, policy } = members(value);
  const rows = Object.entries(members(settings)).map(([name, set]) => ({
    name,
    value: noticeOf(value, name) ?? settingText(set, display),
    kept: settingText(members(kept)[name], display),
  }));
  const columns = [
    column.text('Setting', 'name'),
    column.text('Value', 'value'),
    column.text('After a restart', 'kept'),
  ];
  const facts = [
    { name: 'Default policy', value: policy },
    { name: 'Sessions in use', value: members(sessions)['active'], kind: 'number' as const },
  ];
  return `${display.table(rows, columns)}${otherNotices(value, display)}\n${display.facts(facts)}`;
}

function changedText(value: unknown, display: Display): string {
  const { settings, policy, version, conversations } = members(value);
  const set = Object.entries(members(settings)).map(([name, one]) => ({
    name,
    value: noticeOf(value, name) ?? settingText(one, display),
  }));
  const facts = [
    ...set,
    { name: 'Default policy', value: policy },
    { name: 'Version', value: version },
    { name: 'Conversations told', value: conversations, kind: 'number' as const },
  ];
  return display.facts(facts) + otherNotices(value, display);
}

function settingText(value: unknown, display: Display): string {
  return typeof value === 'number' ? display.number(value) : 'none';
}

/** Of what is no setting of its own, such as `history.triggerAt`. */
function otherNotices(value: unknown, display: Display): string {
  const { settings, notices } = members(value);
  const others = (Array.isArray(notices) ? notices : []).filter(
    (notice) => !(String(members(notice)['setting']) in members(settings)),
  );
  return noticeLines({ notices: others }, display);
}
