import { report } from '../../support/conversation-client';
import { kafkaSuite, testBrokers } from '../../support/kafka';
import { Faults } from '../../support/kafka-rig/faults';
import { KafkaRig } from '../../support/kafka-rig/kafka-rig';
import { Load } from '../../support/kafka-rig/load';
import { lagOf, settled } from '../../support/kafka-rig/operations';
import { brokenHistory, readAllBack } from '../../support/kafka-rig/read-back';
import type { SupervisedProcess } from '../../support/supervised-process';
import { Published, rounds, TURN, turnOf } from '../../support/kafka-rig/turns';
import { waitUntil } from '../../support/kafka-rig/wait-until';

/** `VERBATIM_FULL_RIG=1` runs all of it. */
const isFull = process.env['VERBATIM_FULL_RIG'] === '1';
const chats = (count: number): string[] => Array.from({ length: count }, (_, index) => `chat-${index}`);

jest.setTimeout(isFull ? 600_000 : 240_000);

kafkaSuite('projectors share the partitions of Kafka', () => {
  let rig: KafkaRig;
  let builder: SupervisedProcess;
  let first: SupervisedProcess;
  let second: SupervisedProcess;

  beforeEach(async () => {
    rig = await KafkaRig.open(await testBrokers());
    [builder, first, second] = [rig.start('context-builder'), rig.start('projector'), rig.start('projector')];
    await Promise.all([builder.url(), first.url(), second.url()]);
    await waitUntil('both hold partitions', async () => (await holds(first)) && (await holds(second)));
  });

  afterEach(() => rig.close());

  const holds = async (service: SupervisedProcess): Promise<boolean> =>
    (await rig.ownedBy(service)).length > 0;

  /** Everything that was published is there as it was, and no record was applied by two. */
  const expectAllOnce = async (published: Published): Promise<void> => {
    const url = await builder.url();
    const found = await readAllBack(url, published);
    expect([...found.values()].flatMap((each) => brokenHistory(each, published))).toEqual([]);
    const { lag, applied, duplicates, records } = await lagOf(url);
    expect({ lag, handled: applied + duplicates }).toEqual({ lag: 0, handled: records });
    expect(rig.crashes).toEqual([]);
  };

  test('a third one that joins and leaves five times: no event is lost, doubled or out of order', async () => {
    const conversations = chats(isFull ? 200 : 30);
    const load = new Load(rounds(conversations, 25, ['java', 'python']), isFull ? 60 : 24);
    const producers = await Promise.all(['java', 'python'].map((name) => rig.producer(name)));
    const publishing = Promise.all(producers.map((producer) => load.publishToKafka(producer)));
    const joining: number[] = [];
    const leaving: number[] = [];
    const faults = new Faults(load);
    const started = performance.now();
    await faults.inflict('third projector', 5, async () => {
      const third = rig.start('projector');
      await third.url();
      joining.push(await waitUntil('it holds partitions', () => holds(third)));
      const held = await rig.ownedBy(third);
      expect(await third.down()).toBe(0);
      leaving.push(await waitUntil('the others have them again', () => rig.claimedSince(held)));
    });
    await publishing;
    await expectAllOnce(load.published);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const list = (times: readonly number[]): string => times.map((time) => time.toFixed(1)).join(' ');
    report(
      `Kafka, rebalance: ${conversations.length * 25 * TURN} events, a third projector held partitions ` +
        `${list(joining)} s after it listened, the others had them again ${list(leaving)} s after it ended; ${seconds} s`,
    );
  });

  test.each([
    {
      when: 'before its transaction',
      lock: () => 'LOCK TABLE conversation_heads IN ACCESS EXCLUSIVE MODE',
      refusal: 'was claimed by another consumer',
    },
    {
      when: 'in its transaction',
      lock: (partitions: readonly number[]) =>
        `SELECT FROM processor_positions WHERE partition IN (${partitions.join()}) FOR UPDATE`,
      refusal: 'connection error',
    },
  ])('one that is frozen $when with a batch in hand writes nothing when it wakes', async (frozen) => {
    const producer = await rig.producer('java');
    const published = new Published();
    const say = async (turn: number, conversations: readonly string[]): Promise<void> => {
      const messages = conversations.flatMap((conversation) => turnOf(conversation, 'java', turn).messages);
      await producer.publish(messages);
      published.add(messages);
    };
    const all = chats(30);
    await say(0, all);
    await settled(await builder.url());

    const held = await rig.ownedBy(first);
    const partitions = held.map(({ partition }) => partition);
    const itsOwn = await rig.conversationsOf(partitions);
    await rig.database.transaction(async (tx) => {
      await tx.query(frozen.lock(partitions));
      await say(1, itsOwn);
      await waitUntil('each of its batches waits', async () => (await waiting()) === partitions.length);
      await first.signal('SIGSTOP');
    });
    const seconds = await waitUntil('the other one has its partitions', () => rig.claimedSince(held));
    await say(2, all);
    await settled(await builder.url());
    const taken = await rig.positions();

    await first.signal('SIGCONT');
    await waitUntil('it holds partitions anew', () => holds(first));
    for (const { partition, epoch } of await rig.ownedBy(first)) {
      expect(epoch).toBeGreaterThan(taken[partition]?.epoch ?? Infinity);
    }
    await say(3, all);
    await expectAllOnce(published);
    expect(first.log).toContain(frozen.refusal);
    report(
      `Kafka, a projector frozen ${frozen.when}: the other one had its partitions after ${seconds.toFixed(1)} s`,
    );
  });

  /** Statements of projectors that wait for a lock. */
  const waiting = async (): Promise<number> => {
    const rows = await rig.database.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'verbatim-projector' AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
});
