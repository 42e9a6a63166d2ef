import type { Command } from 'commander';

export interface TemporaryOption {
  readonly temp?: true;
}

/** For commands that change the default policy. */
export function temporaryOption(command: Command): Command {
  return command.option('--temp', 'until the services restart');
}
