import type { Command } from 'commander';
import { clientCommand, positiveInteger } from '../client-command';
import type { CheckOptions } from '../plugins/check-plugin';
import type { Terminal } from '../terminal';
import { jsonObject } from './json-object';

/** Of each function, as the service has it unless it was configured otherwise. */
const MILLISECONDS = 250;

/** `plugins check`: what a file is, and what it would do to a conversation. */
export function pluginCheckCommand(plugins: Command, terminal: Terminal): void {
  clientCommand(plugins, 'check <file>', {
    description: 'load a plugin file, wherever it is, and say what is wrong with it; 1 where something is',
    example: 'plugins check plugin_history_mine.mjs --on chat-1 --model gpt-4o',
  })
    .option('--on <conversation>', 'show what it would do to the next context of this conversation')
    .option('--model <model>', 'with --on: the model of that context; the newest call says it otherwise')
    .option('--target <format>', "with --on: the provider's format, such as openai-chat")
    .option('--options <json>', 'what the plugin is told, a JSON object', jsonObject)
    .option('--milliseconds <ms>', 'what each of its functions may take', positiveInteger, MILLISECONDS)
    .action((file: string, options: CheckOptions) => {
      // Loaded when needed: what runs plugins and counts their tokens is heavy.
      const { checkPlugin }: typeof import('../plugins/check-plugin') = require('../plugins/check-plugin');
      return checkPlugin(terminal, file, options);
    });
}
