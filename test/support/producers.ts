import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { javaProgram, kafkaClassPath, missingTools } from '@verbatim/kafka-broker';
import { confluentKafka, pythonEnvironment } from './python';
import type { Need } from './suite-needing';

/** The sources that docs/producers.md shows. */
const folder = join(__dirname, '../../docs/producers');

export interface Target {
  readonly brokers: readonly string[];
  readonly topic: string;
}

/** What is published: an id and a message each. */
export type Identified = readonly (readonly [id: string, message: object])[];

/** The conversation of docs/producers. */
export const sample: Identified = readFileSync(join(folder, 'messages.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [id = '', message = ''] = line.split('\t');
    return [id, JSON.parse(message) as object];
  });

/** A program of docs/producers and how it is run; `settings` are those of its Kafka client, `name=value`. */
export interface ForeignProducer {
  readonly name: string;
  command(conversation: string, settings: readonly string[]): readonly string[];
}

export const kcat: ForeignProducer = {
  name: 'kcat',
  command: (conversation, settings) => [
    join(folder, 'publish.sh'),
    conversation,
    ...settings.flatMap((setting) => ['-X', setting]),
  ],
};

export const python: ForeignProducer = {
  name: 'Python',
  command: (conversation, settings) => ['python3', join(folder, 'publish.py'), conversation, ...settings],
};

export const java: ForeignProducer = {
  name: 'Java',
  command: (conversation, settings) => [
    javaProgram(),
    '-XX:TieredStopAtLevel=1',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    '-cp',
    kafkaClassPath(),
    join(folder, 'Publish.java'),
    conversation,
    ...settings,
  ],
};

export const typescript: ForeignProducer = {
  name: 'TypeScript',
  command: (conversation) => [
    process.execPath,
    '--require',
    join(__dirname, 'register-typescript.js'),
    join(folder, 'publish.ts'),
    conversation,
  ],
};

export const kcatNeed: Need = {
  name: 'kcat',
  missing: () => {
    const lacking = ['kcat', 'jq'].find((program) => spawnSync(program, ['-h']).error !== undefined);
    return lacking === undefined ? null : `${lacking} is missing: install it, so that it is on the PATH`;
  },
};

/** Java and Kafka's jars, which hold its client. */
export const javaNeed: Need = { name: 'java', missing: missingTools };

/** @returns what the program wrote to its standard output; throws what it wrote to the other where it failed */
export async function publish(
  producer: ForeignProducer,
  { brokers, topic }: Target,
  conversation: string,
  messages: Identified,
  settings: readonly string[] = [],
): Promise<string> {
  const [program = '', ...words] = producer.command(conversation, settings);
  const env = {
    ...process.env,
    ...pythonEnvironment(confluentKafka),
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_TOPIC: topic,
  };
  const child = spawn(program, words, { env, stdio: 'pipe' });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  child.stdin.end(messages.map(([id, message]) => `${id}\t${JSON.stringify(message)}\n`).join(''));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${producer.name} ended with ${code}: ${stderr}`);
  return stdout;
}
