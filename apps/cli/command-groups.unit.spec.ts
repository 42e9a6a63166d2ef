import { Command } from 'commander';
import { plainStyle } from './display/style';
import { commandGroups, groups } from './command-groups';
import type { Terminal } from './terminal';

const silent: Terminal = {
  out: () => undefined,
  outBytes: () => undefined,
  err: () => undefined,
  interactive: false,
  style: plainStyle,
};

test('every group is found by the words of its commands, and by no other', () => {
  for (const { words, load } of groups) {
    const program = new Command();
    load()(program, silent);
    expect(program.commands.map((command) => command.name())).toEqual(words);
  }
});

test('a command line loads the group that it means; help and what is unknown load all', () => {
  expect(commandGroups(['state', 'chat-1'])).toHaveLength(1);
  expect(commandGroups(['--version'])).toHaveLength(0);
  expect(commandGroups(['histroy'])).toHaveLength(groups.length);
  expect(commandGroups(['help', 'state'])).toHaveLength(groups.length);
  expect(commandGroups(['--help'])).toHaveLength(groups.length);
});
