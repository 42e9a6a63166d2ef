import { randomUUID } from 'node:crypto';
import { Database } from '@verbatim/postgres';
import { call, chat } from '../../support/conversation-client';
import { kafkaSuite, testBrokers } from '../../support/kafka';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { startServices, type RunningServices } from '../../support/services';

jest.setTimeout(120_000);

const conversations = Array.from({ length: 8 }, (_, index) => `chat-${index}`);

kafkaSuite('a second projector', () => {
  const opened: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of opened.toReversed()) await close();
  });

  async function start(only: readonly ('projector' | 'context-builder')[], env: NodeJS.ProcessEnv) {
    const services = await startServices({ only, env });
    opened.push(() => services.stop());
    const url = services.databaseUrl;
    const database = await Database.open({ url, applicationName: 'spec', poolSize: 2 });
    opened.push(() => database.close());
    return { services, database };
  }

  async function say(services: RunningServices, round: number): Promise<void> {
    await Promise.all(
      conversations.map((conversation) =>
        call(services.url, 'POST', `/v1/conversations/${conversation}/messages`, {
          messages: chat(round * 10, 10),
        }),
      ),
    );
  }

  const journal = (database: Database) =>
    database.query(
      `SELECT conversation, position, event_id, encode(body_hash, 'hex') AS body, convert_from(payload, 'UTF8') AS bytes
       FROM journal ORDER BY conversation, position`,
    );
  const claims = (database: Database) =>
    database.query('SELECT consumer_group, partition, epoch FROM processor_positions ORDER BY partition');

  test('of another group fills an empty database while the first goes on, and takes no partition from it', async () => {
    const env = {
      KAFKA_BROKERS: (await testBrokers()).join(','),
      VERBATIM_KAFKA_PREFIX: `second-${randomUUID()}-`,
      VERBATIM_PARTITIONS: '3',
    };
    const first = await start(['projector', 'context-builder'], env);
    await say(first.services, 0);
    await waitUntil('the first has claimed', async () => (await claims(first.database)).length === 3, 60);
    const claimed = await claims(first.database);
    const second = await start(['projector'], { ...env, VERBATIM_KAFKA_GROUP: 'second' });
    await say(first.services, 1);
    // A message each, and the policy that stands before a conversation's first.
    const events = conversations.length * 21;
    for (const { database } of [first, second]) {
      await waitUntil('all is projected', async () => (await journal(database)).length >= events, 60);
    }
    expect(await journal(second.database)).toEqual(await journal(first.database));
    expect(await claims(first.database)).toEqual(claimed);
    const groups = (await claims(second.database)).map((row) => row['consumer_group']);
    expect(new Set(groups)).toEqual(new Set(['second']));
  });
});
