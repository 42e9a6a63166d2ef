import { kafkaSuite, testBrokers } from '../../../support/kafka';
import { World } from './world';

/** A suite with a {@link World} for each of its tests. */
type Suite = (name: string, body: (world: () => World) => void) => void;

export const onEmbeddedLog: Suite = (name, body) =>
  describe(`${name} (embedded log)`, () => body(worldOf(async () => null)));

export const onKafka: Suite = (name, body) => kafkaSuite(`${name} (Kafka)`, () => body(worldOf(testBrokers)));

export const onEachLog: Suite = (name, body) => {
  onEmbeddedLog(name, body);
  onKafka(name, body);
};

function worldOf(brokers: () => Promise<string[] | null>): () => World {
  let world: World | undefined;
  beforeEach(async () => {
    world = await World.open(await brokers());
  });
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });
  return () => {
    if (world === undefined) throw new Error('there is a world only while a test runs');
    return world;
  };
}
