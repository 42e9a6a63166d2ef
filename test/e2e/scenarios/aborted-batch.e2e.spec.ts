import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import { sharedKafka, type SharedKafka } from '../../../libs/event-log/kafka/testing/shared-kafka';
import { lagOf } from '../../support/kafka-rig/operations';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { expectSound } from './support/expect-sound';
import { onKafka } from './support/on-each-log';

jest.setTimeout(90_000);

type Producer = Awaited<ReturnType<SharedKafka['transactional']>>;
type Transaction = Awaited<ReturnType<Producer['transaction']>>;

const ABORTED = 50;
const conversation = 'transactions';

onKafka('a batch of only aborted records', (world) => {
  const kafka = sharedKafka();

  const send = async (transaction: Transaction, partition: number, ...ids: string[]): Promise<void> => {
    const messages = ids.map((id) => {
      const data = { role: 'user', content: id };
      const value = JSON.stringify({ id, type: 'MessageAppended', subject: conversation, data });
      return { key: `default/${conversation}`, partition, value };
    });
    const topic = `${world().settings['VERBATIM_KAFKA_PREFIX']}${CONVERSATION_EVENTS}`;
    await transaction.send({ topic, messages });
  };

  const highOf = async (partition: number): Promise<number> =>
    (await world().log.partitions(CONVERSATION_EVENTS))[partition]?.high ?? 0;

  const passed = (): Promise<number> =>
    waitUntil('the projector stands at the end of every partition', async () => {
      const ranges = await world().log.partitions(CONVERSATION_EVENTS);
      const positions = await world().database.query<{ partition: number; next_offset: string }>(
        'SELECT partition, next_offset FROM processor_positions ORDER BY partition',
      );
      return ranges.every(({ partition, high }) => Number(positions[partition]?.next_offset) === high);
    });

  it('moves the position on and leaves no trace, while the projector runs and when it starts', async () => {
    await world().start('projector', 'context-builder');
    const producer = await kafka.transactional();
    const transaction = async (ending: 'commit' | 'abort', partition: number, ...ids: string[]) => {
      const before = await highOf(partition);
      const open = await producer.transaction();
      await send(open, partition, ...ids);
      await open[ending]();
      // The mark of its end takes an offset too.
      const end = before + ids.length + 1;
      await waitUntil('it has ended in the log', async () => (await highOf(partition)) === end);
    };
    const aborted = Array.from({ length: ABORTED }, (_, at) => `aborted ${at}`);

    await transaction('commit', 0, 'before');
    await passed();
    for (const partition of [0, 1, 0]) await transaction('abort', partition, ...aborted);
    await passed();
    await world().stop('projector');
    await transaction('abort', 1, ...aborted);
    await transaction('abort', 0, ...aborted);
    await world().start('projector');
    await passed();
    await transaction('commit', 0, 'after');
    await passed();

    const chat = world().conversation(conversation);
    await chat.settled(2);
    expect((await chat.journal()).map(({ id, position }) => [id, position]).slice(1)).toEqual([
      ['before', 2],
      ['after', 3],
    ]);
    const { lag, applied, records } = await lagOf(world().url);
    expect({ lag, applied }).toEqual({ lag: 0, applied: 2 });
    expect(records).toBeGreaterThan(5 * ABORTED);
    expect(await world().database.query('SELECT FROM dead_letters')).toEqual([]);
    expect((await chat.context()).body.messages.map(({ content }) => content)).toEqual(['before', 'after']);
    await expectSound(world());
  });
});
