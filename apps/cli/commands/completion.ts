import { Argument, type Command } from 'commander';
import { bashScript } from '../completion/bash';
import { commandTree, type CompletedCommand } from '../completion/command-tree';
import { fishScript } from '../completion/fish';
import { zshScript } from '../completion/zsh';
import type { Terminal } from '../terminal';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } satisfies Record<
  string,
  (tree: readonly CompletedCommand[]) => string
>;

const usage = `
To have it in every shell:
  bash  echo 'source <(verbatim completion bash)' >> ~/.bashrc
  zsh   echo 'source <(verbatim completion zsh)' >> ~/.zshrc
  fish  verbatim completion fish > ~/.config/fish/completions/verbatim.fish

Example: verbatim completion bash`;

/**
 * `completion`: the script that completes commands, options and choices. It is made from commander's tree and holds all
 * words, so that no key press waits for a process.
 */
export function completionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print the script that completes commands, options and choices in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(scripts)))
    .addHelpText('after', usage)
    .action((shell: keyof typeof scripts) => terminal.out(scripts[shell](commandTree(program))));
}
