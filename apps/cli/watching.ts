import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { positiveInteger, type ClientOptions } from './client-command';
import type { Terminal } from './terminal';

/** What a command takes that can be shown again and again. */
export interface WatchOptions extends ClientOptions {
  readonly watch?: number | true;
}

const WATCH_SECONDS = 2;
const CLEAR_SCREEN = '\u001B[H\u001B[2J\u001B[3J';

export function watchOption(command: Command): Command {
  return command.option(
    '--watch [seconds]',
    `show it again and again, every ${WATCH_SECONDS} seconds or so many`,
    positiveInteger,
  );
}

/** Shows it once; with `--watch` until the command is stopped or showing fails, each time on a clear screen. */
export async function showWatched(
  terminal: Terminal,
  options: WatchOptions,
  show: () => Promise<void>,
): Promise<void> {
  if (options.watch === undefined) return show();
  const seconds = options.watch === true ? WATCH_SECONDS : options.watch;
  const isScreen = terminal.style.width !== null && !options.json;
  for (let again = false; ; again = true) {
    if (isScreen) terminal.out(CLEAR_SCREEN);
    else if (again && !options.json) terminal.out('\n');
    await show();
    if (isScreen) terminal.out(`\nevery ${seconds} s; Ctrl-C ends it\n`);
    await sleep(seconds * 1000);
  }
}
