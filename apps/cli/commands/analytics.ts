import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand } from '../client-command';
import { connect } from '../connection';
import { analyticsText } from '../display/analytics-text';
import { printAnswer } from '../output';
import type { Terminal } from '../terminal';
import { showWatched, watchOption, type WatchOptions } from '../watching';

/** `analytics`: what reductions did and saved (SPEC 2). */
export function analyticsCommand(program: Command, terminal: Terminal): void {
  watchOption(
    clientCommand(program, 'analytics [conversation]', {
      description:
        'print what reductions did and are estimated to have saved: of one conversation, or of all',
      example: 'analytics chat-1',
    }),
  ).action(async (conversation: string | undefined, options: WatchOptions) => {
    const client = await connect(options);
    const path =
      conversation === undefined ? '/v1/analytics' : route`/v1/conversations/${conversation}/analytics`;
    await showWatched(terminal, options, async () => {
      printAnswer(terminal, options, await client.get(path), analyticsText);
    });
  });
}
