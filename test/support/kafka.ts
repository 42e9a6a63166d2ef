import { type LocalKafka, type LocalKafkaOptions, missingTools } from '@verbatim/kafka-broker';
import { kafkaDoorVariable, type TemporaryKafka, temporaryKafka } from './kafka-server';
import { type Need, suiteNeeding } from './suite-needing';

/** A Kafka for tests: the one `KAFKA_BROKERS` names, or what it takes to start one. */
export const kafkaNeed: Need = {
  name: 'kafka',
  missing: () => (process.env['KAFKA_BROKERS'] === undefined ? missingTools() : null),
};

/** What it takes to start a Kafka of one's own. */
export const localKafkaNeed: Need = { name: 'java', missing: missingTools };

/** A suite that works with {@link testBrokers}. */
export function kafkaSuite(name: string, body: () => void): void {
  suiteNeeding([kafkaNeed], name, body);
}

/** A suite that works with {@link ownKafka}. */
export function ownKafkaSuite(name: string, body: () => void): void {
  suiteNeeding([localKafkaNeed], name, body);
}

let askedFor: Promise<string[]> | undefined;

/** The brokers all suites of the run share, `HOST:PORT`: use topics and groups of your own, and never stop one. */
export function testBrokers(): Promise<string[]> {
  askedFor ??= askDoor();
  return askedFor;
}

async function askDoor(): Promise<string[]> {
  const given = process.env['KAFKA_BROKERS'];
  if (given !== undefined) return given.split(',');
  const door = process.env[kafkaDoorVariable];
  if (door === undefined) throw new Error('no test broker: is globalSetup in the Jest configuration?');
  const answer = await fetch(door);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text.split(',');
}

const started: TemporaryKafka[] = [];

/** A Kafka that nobody shares, to be killed and started at will; it ends with the spec file. */
export async function ownKafka(options: Omit<LocalKafkaOptions, 'directory'> = {}): Promise<LocalKafka> {
  const temporary = await temporaryKafka(options);
  started.push(temporary);
  return temporary.kafka;
}

afterAll(async () => {
  await Promise.all(started.map((temporary) => temporary.dispose()));
}, 60_000);
