import type { Command } from 'commander';
import { plainStyle } from './display/style';
import { createProgram } from './program';
import type { Terminal } from './terminal';
import { runCommand } from './testing/command-run';

const silent: Terminal = {
  out: () => undefined,
  outBytes: () => undefined,
  err: () => undefined,
  interactive: false,
  style: plainStyle,
};

function leaves(command: Command, words: readonly string[] = []): string[][] {
  if (command.commands.length === 0) return [[...words]];
  return command.commands.flatMap((inner) => leaves(inner, [...words, inner.name()]));
}

const commands = leaves(createProgram(silent));

test('has the commands of this version', () => {
  const expected = [
    'init',
    'serve',
    'migrate',
    'import',
    'check',
    'append',
    'history',
    'state',
    'conversations',
    'describe',
    'context',
    'recall',
    'saw',
    'calls',
    'audit show',
    'audit verify',
    'audit diff',
    'topics',
    'compact',
    'analytics',
    'policy list',
    'policy show',
    'policy set',
    'policy try',
    'policy remove',
    'policy assign',
    'policy default',
    'plugins list',
    'plugins check',
    'plugins add',
    'plugins remove',
    'plugins move',
    'settings get',
    'settings set',
    'models list',
    'models set',
    'model',
    'dead-letters list',
    'dead-letters show',
    'dead-letters redrive',
    'dead-letters discard',
    'parked list',
    'parked release',
    'keys create',
    'keys list',
    'keys revoke',
    'lag',
    'ignored',
    'doctor',
    'kafka start',
    'kafka stop',
    'demo',
    'completion',
  ];
  expect(commands.map((words) => words.join(' ')).toSorted()).toEqual(expected.toSorted());
});

test('lists every command under a heading, with a few words that fit a terminal', async () => {
  const { out } = await runCommand('--help');
  expect(out).not.toContain('Other:');
  const headings = [...out.matchAll(/^([A-Z]\w+):$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([
    'Options',
    'Conversations',
    'Audit',
    'Configuration',
    'Operation',
    'Development',
    'Examples',
  ]);
  out.split('\n').forEach((line) => expect(line.length).toBeLessThanOrEqual(80));
});

/** What it prints is a script. */
const printing = commands.filter(([name]) => name !== 'completion');

test.each(printing)('%s %s explains itself with an example and takes --json', async (...words) => {
  const names = words.filter((word) => typeof word === 'string');
  const { code, out } = await runCommand(...names, '--help');
  expect(code).toBe(0);
  expect(out).toContain(`Example: verbatim ${names.join(' ')}`);
  expect(out).toContain('--json');
});

const withoutService = new Set(['init', 'serve', 'migrate', 'check', 'kafka', 'demo', 'completion']);

test.each(commands.filter(([name = '']) => !withoutService.has(name)))(
  '%s %s takes --url and --data',
  async (...words) => {
    const { out } = await runCommand(...words.filter((word) => typeof word === 'string'), '--help');
    expect(out).toContain('--url');
    expect(out).toContain('--data');
  },
);

test('suggests the command that was meant', async () => {
  const { code, err } = await runCommand('histroy', 'chat');
  expect(code).toBe(2);
  expect(err).toContain("unknown command 'histroy'");
  expect(err).toContain('Did you mean history?');
});

test('a command of a later version is unknown', async () => {
  const { code, err } = await runCommand('rebuild');
  expect(code).toBe(2);
  expect(err).toContain("unknown command 'rebuild'");
});

test.each([
  ['history chat --limit none', '--limit'],
  ['append chat --role robot --text hi', '--role'],
  ['append chat --role user', '--text'],
  ['context chat', '--model'],
  ['context chat --model gpt-4o --budget 0', '--budget'],
  ['state chat --url localhost:8080', '--url'],
  ['import chat.json --format csv', '--format'],
  ['plugins add mine --options []', '--options'],
  ['plugins add mine --at first', '--at'],
  ['plugins move mine last', 'position'],
])('refuses `%s` naming %s', async (line, option) => {
  const { code, err } = await runCommand(...line.split(' '));
  expect(code).toBe(2);
  expect(err).toContain(option);
});
