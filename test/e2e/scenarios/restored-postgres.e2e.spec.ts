import { sharedKafka } from '../../../libs/event-log/kafka/testing/shared-kafka';
import { chat, type ConversationClient, type Message, type Served } from '../../support/conversation-client';
import { lagOf, settled } from '../../support/kafka-rig/operations';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { Backup } from './support/backup';
import { expectSound } from './support/expect-sound';
import { onKafka } from './support/on-each-log';

jest.setTimeout(180_000);

const policy = {
  history: { triggerAt: 8, keepRecent: 2, retriggerAt: 4 },
  toolResults: { keepRecent: 1, placeholder: '[Omitted {ref}]' },
};

/** Four messages. */
function looked(call: string): Message[] {
  const tool_calls = [{ id: call, type: 'function', function: { name: 'look', arguments: '{"at":1.0}' } }];
  return [
    { role: 'user', content: `look at ${call}` },
    { role: 'assistant', content: null, tool_calls },
    { role: 'tool', tool_call_id: call, content: `${call} `.repeat(100) },
    { role: 'assistant', content: 'done' },
  ];
}

onKafka('a Postgres restored to an hour ago, beside a Kafka that is ahead', (world) => {
  const kafka = sharedKafka();

  const journal = () =>
    world().database.query(
      `SELECT tenant, conversation, position, event_id, type, encode(payload, 'escape') AS payload, topic, partition,
         log_offset, ignored_code, tokens
       FROM journal ORDER BY tenant, conversation, position`,
    );

  const stored = async (): Promise<number> => {
    const rows = await world().database.query<{ next_offset: string }>(
      'SELECT next_offset FROM processor_positions',
    );
    return rows.reduce((sum, { next_offset }) => sum + Number(next_offset), 0);
  };

  async function committed(): Promise<number> {
    const prefix = world().settings['VERBATIM_KAFKA_PREFIX'];
    const admin = await kafka.admin();
    const topics = await admin.fetchOffsets({ groupId: `${prefix}verbatim-projector` });
    const offsets = topics.flatMap(({ partitions }) => partitions.map(({ offset }) => Number(offset)));
    return offsets.reduce((sum, offset) => sum + offset, 0);
  }

  it('the log brings everything again, summaries included: same ids, bytes, positions and contexts', async () => {
    const { openai } = world();
    const kept: { readonly conversation: string; readonly served: Served }[] = [];
    const say = async (conversation: ConversationClient, ...messages: Message[]): Promise<void> => {
      await conversation.say(...messages);
      kept.push({ conversation: conversation.id, served: await conversation.context() });
    };
    const begun = async (id: string): Promise<ConversationClient> => {
      const conversation = world().conversation(id);
      await conversation.assign(policy);
      return conversation;
    };

    await world().start('projector', 'summarizer', 'context-builder');
    await say(await begun('older'), ...chat(0, 8), ...looked('c1'));
    await world().stop('summarizer');
    await (await begun('owed')).append(chat(0, 8));
    const work = (state: string): Promise<number> =>
      waitUntil(`work of the conversation is ${state}`, async () => {
        const rows = await world().database.query(
          `SELECT FROM due_work WHERE conversation = 'owed' AND ${state}`,
        );
        return rows.length === 1;
      });
    await work('leased_until IS NULL');
    await world().stop();
    const backup = await Backup.of(world());
    const before = await stored();

    await world().start('projector', 'summarizer', 'context-builder');
    const older = world().conversation('older');
    await world().conversation('owed').settled(8);
    const newer = await begun('newer');
    for (const turn of [2, 3, 4]) {
      await say(older, ...chat(turn * 8, 2), ...looked(`c${turn}`));
      await say(newer, ...looked(`c${turn}`), ...chat(turn * 8, 2));
    }
    await say(world().conversation('by default'), ...chat(0, 4));
    await settled(world().url);
    await world().stop();
    const [whole, calls] = [await journal(), openai.calls.length];
    expect(calls).toBeGreaterThan(3);
    await backup.restore();
    expect((await journal()).length).toBeLessThan(whole.length);
    expect([await stored(), await committed()]).toEqual([before, expect.any(Number)]);
    expect(await committed()).toBeGreaterThan(before);

    await world().start('summarizer');
    await work('leased_until > now()');
    await world().start('context-builder', 'projector');
    await waitUntil('all is there again', async () => (await journal()).length === whole.length);
    await settled(world().url);
    expect(await journal()).toEqual(whole);
    expect(openai.calls).toHaveLength(calls);
    const { lag, applied, duplicates, records } = await lagOf(world().url);
    expect({ lag, handled: applied, duplicates }).toEqual({ lag: 0, handled: records, duplicates: 0 });
    expect(await world().database.query('SELECT FROM dead_letters')).toEqual([]);
    for (const { conversation, served } of kept) {
      const { position, sha256, tokens } = served;
      const again = await world().conversation(conversation).context({ at: position });
      expect(again).toMatchObject({ position, sha256, tokens, body: served.body });
    }

    await say(world().conversation('older'), ...chat(40, 8));
    expect(openai.calls.length).toBeGreaterThan(calls);
    await expectSound(world());
  });
});
