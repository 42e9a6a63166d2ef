import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { command, commandGroup, positiveInteger, type CommandText } from '../client-command';
import type { Terminal } from '../terminal';

interface KafkaOptions {
  readonly data: string;
  readonly json?: true;
}

interface StartOptions extends KafkaOptions {
  readonly nodes?: '1' | '3';
  readonly port: number;
}

/** `kafka start|stop`: a real Kafka on loopback, for development. It runs in the background. */
export function kafkaCommands(program: Command, terminal: Terminal): void {
  const group = commandGroup(program, 'kafka', {
    description: 'run a real Apache Kafka on loopback, for development; needs Java 17 and, once, Maven',
    example: 'kafka start',
  });
  kafkaCommand(group, 'start', {
    description: 'start it in the background; again is harmless',
    example: 'kafka start --nodes 3 --port 9092',
  })
    .addOption(
      new Option('--nodes <count>', 'how many brokers (default: as many as the folder has, else 1)').choices([
        '1',
        '3',
      ]),
    )
    .addOption(
      new Option('--port <port>', 'the first of two ports for each broker')
        .argParser(positiveInteger)
        .default(9092),
    )
    .action((options: StartOptions) => start(terminal, options));
  kafkaCommand(group, 'stop', {
    description: 'stop it; its data stay, and again is harmless',
    example: 'kafka stop',
  }).action((options: KafkaOptions) => stop(terminal, options));
}

function kafkaCommand(group: Command, name: string, text: CommandText): Command {
  return command(group, name, text).addOption(
    new Option('--data <folder>', 'its data are in the folder kafka therein')
      .env('VERBATIM_DATA')
      .default('.verbatim'),
  );
}

async function start(terminal: Terminal, options: StartOptions): Promise<void> {
  const began = Date.now();
  const { LocalKafka }: typeof import('../kafka-broker') = require('../kafka-broker');
  const directory = join(options.data, 'kafka');
  const before = await LocalKafka.find(directory);
  const { brokers, pids } = await LocalKafka.start({
    directory,
    ...(options.nodes !== undefined && { nodes: options.nodes === '1' ? 1 : 3 }),
    ports: options.port,
    onProgress: (text) => terminal.err(`${text}\n`),
  });
  const alreadyUp = before?.pids.join() === pids.join();
  const seconds = (Date.now() - began) / 1000;
  if (options.json) {
    terminal.out(`${JSON.stringify({ brokers, pids, alreadyUp, seconds })}\n`);
    return;
  }
  const addresses = brokers.join();
  const where = options.data === '.verbatim' ? '' : ` --data '${options.data}'`;
  terminal.out(
    `Kafka is ${alreadyUp ? 'already ' : ''}up at ${addresses} (${seconds.toFixed(1)} s)\n` +
      `use it:  verbatim serve --kafka ${addresses}\n` +
      `stop it: verbatim kafka stop${where}\n`,
  );
}

async function stop(terminal: Terminal, { data, json }: KafkaOptions): Promise<void> {
  const { LocalKafka }: typeof import('../kafka-broker') = require('../kafka-broker');
  const kafka = await LocalKafka.find(join(data, 'kafka'));
  await kafka?.stop();
  const stopped = kafka?.pids ?? [];
  const sentence = kafka === null ? 'Kafka is not running' : 'Kafka is stopped';
  terminal.out(json ? `${JSON.stringify({ stopped })}\n` : `${sentence}\n`);
}
