import type { Command } from 'commander';

export interface CompletedWord {
  readonly word: string;
  readonly description: string;
}

export interface CompletedOption extends CompletedWord {
  readonly takesValue: boolean;
  /** What it may be; any value, such as a file's name, where this is empty. */
  readonly choices: readonly string[];
}

/** What can follow a command's words. */
export interface CompletedCommand {
  /** Such as `audit show`; empty for the program. */
  readonly path: string;
  readonly commands: readonly CompletedWord[];
  readonly options: readonly CompletedOption[];
  /** What its arguments may be, where that is a choice. */
  readonly choices: readonly string[];
}

/** The program and every command below it, from commander's own tree: what `--help` lists is completed. */
export function commandTree(command: Command, path = ''): CompletedCommand[] {
  const help = command.createHelp();
  const commands = help
    .visibleCommands(command)
    .map((inner) => ({ word: inner.name(), description: inner.summary() || inner.description() }));
  const options = help.visibleOptions(command).flatMap((option) => {
    const { long, description, required, optional, argChoices } = option;
    if (long === undefined || long === null) return [];
    const takesValue = required || optional;
    return [{ word: long, description, takesValue, choices: argChoices ?? [] }];
  });
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const inner = command.commands.flatMap((each) => commandTree(each, `${path} ${each.name()}`.trimStart()));
  return [{ path, commands, options, choices }, ...inner];
}
