import type { Command } from 'commander';

/** The headings of `verbatim --help`, and the commands under each, in their order. */
const commandGroups: Readonly<Record<string, readonly string[]>> = {
  'Conversations:': [
    'conversations',
    'append',
    'history',
    'context',
    'state',
    'describe',
    'recall',
    'topics',
    'compact',
    'import',
  ],
  'Audit:': ['calls', 'saw', 'audit', 'analytics'],
  'Configuration:': ['init', 'policy', 'plugins', 'settings', 'models', 'model', 'keys'],
  'Operation:': ['serve', 'migrate', 'doctor', 'lag', 'dead-letters', 'parked', 'ignored'],
  'Development:': ['demo', 'check', 'kafka', 'completion'],
};

const places = Object.entries(commandGroups).flatMap(([heading, names]) =>
  names.map((name): [string, string] => [name, heading]),
);
const order = places.map(([name]) => name);
const headings = new Map(places);

/** Puts every command of the program under its heading, and all of them into their order. */
export function groupCommands(program: Command): void {
  program.commandsGroup('Development:').helpCommand('help [command]', 'explain a command');
  program.commands.forEach((command) => command.helpGroup(headings.get(command.name()) ?? 'Other:'));
  (program.commands as Command[]).sort(
    (one, other) => order.indexOf(one.name()) - order.indexOf(other.name()),
  );
}
