import { Option, type Command } from 'commander';
import { command, positiveInteger } from '../client-command';
import type { Terminal } from '../terminal';
import type { DemoOptions } from './demo';

/** `demo`: the main job, on embedded parts, in front of one's eyes (SPEC 9). */
export function demoCommand(program: Command, terminal: Terminal): void {
  command(program, 'demo [file]', {
    description:
      "start everything on embedded parts and show a conversation being kept, reduced and served: an agent's that explores this project, or a file's (OpenAI chat messages: a list, {messages} or JSONL)",
    example: 'demo chat.json --policy policies/support.yaml',
  })
    .option('--policy <name|file>', 'a policy by name, or a document in JSON or YAML')
    .option('--keep', 'keep the data, and say how to serve them again')
    .option('--kafka <brokers>', 'keep the events in Kafka at these addresses, in a topic of its own')
    .addOption(new Option('--tasks <count>', 'so many of the tasks').argParser(positiveInteger).hideHelp())
    .action((file: string | undefined, options: DemoOptions) => {
      // Loaded when needed: Nest and the services take longer to load than any other command to run.
      const { demo }: typeof import('./demo') = require('./demo');
      return demo(terminal, file, options);
    });
}
