import { eventDefinitions } from '@verbatim/conversation';
import { conversationKey, type ConversationKey } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { expectSound } from './support/expect-sound';
import { onEachLog } from './support/on-each-log';
import { startProcess } from './support/other-process';

jest.setTimeout(180_000);

/** What leads from version 1 to the 2 of this test: nothing of its data has changed. */
jest.mock('../../../libs/conversation/events/upcast', () => ({
  upcast: (_type: string, _from: number, _to: number, data: unknown) => data,
}));

const names = (prefix: string): ConversationKey[] =>
  Array.from({ length: 6 }, (_, at) => ({ tenant: 'default', conversation: `${prefix} ${at}` }));

/** In both partitions. */
const [chats, bystanders] = [names('chat'), names('bystander')];

const said = (id: string, dataversion = 1) => ({ id, dataversion, data: { role: 'user', content: id } });

onEachLog('a message of a newer version during a rolling upgrade', (world) => {
  let upgraded: { restore(): void };

  // This process is the new version; the old one is the sources as they are.
  beforeEach(() => {
    upgraded = jest.replaceProperty(eventDefinitions.MessageAppended, 'version', 2 as unknown as 1);
  });
  afterEach(() => upgraded.restore());

  const owners = async (): Promise<Map<number, string>> => {
    const rows = await world().database.query<{ partition: number; owner: string }>(
      'SELECT partition, owner FROM processor_positions',
    );
    return new Map(rows.map(({ partition, owner }) => [partition, owner]));
  };

  const publish = async (to: readonly ConversationKey[], event: ReturnType<typeof said>): Promise<void> => {
    for (const key of to) await world().publish(key, event);
  };

  const stored = async (keys: readonly ConversationKey[], position: number): Promise<void> => {
    await waitUntil(`all stand at position ${position}`, async () => {
      const heads = await Promise.all(keys.map((key) => world().reader.head(key)));
      return heads.every((head) => head?.journalPosition === position);
    });
  };

  const parked = async (): Promise<string[]> => {
    const heads = await Promise.all(chats.map((key) => world().reader.head(key)));
    return chats.filter((_, at) => heads[at]?.parked).map(({ conversation }) => conversation);
  };

  const projected = async (messages: number): Promise<void> => {
    for (const { conversation } of chats) await world().conversation(conversation).settled(messages);
    expect(await parked()).toEqual([]);
  };

  it('the old one parks what is its, the new one goes on with its own, and takes all when the old one is gone', async () => {
    const old = await startProcess(world(), 'projector');
    const isOld = (owner: string | undefined): boolean =>
      owner?.endsWith(`/${old.process.process.pid}`) === true;
    await world().start('context-builder');
    await publish(chats, said('first'));
    await stored(chats, 2);
    await world().start('projector');
    await waitUntil('both hold a partition', async () => new Set((await owners()).values()).size === 2);

    await publish(chats, said('newer', 2));
    await publish(chats, said('behind'));
    await publish(bystanders, said('first'));
    await stored(chats, 4);
    await stored(bystanders, 2);
    const owner = await owners();
    const partitions = await world().reader.partitionsOf(chats, CONVERSATION_EVENTS);
    const ofTheOld = chats.filter((key) => isOld(owner.get(partitions.get(conversationKey(key)) ?? -1)));
    expect(ofTheOld.length).toBeGreaterThan(0);
    expect(ofTheOld.length).toBeLessThan(chats.length);
    expect(await parked()).toEqual(ofTheOld.map(({ conversation }) => conversation));
    for (const { conversation } of chats) {
      const { body } = await world().conversation(conversation).context();
      const isParked = ofTheOld.some((each) => each.conversation === conversation);
      const contents = body.messages.map(({ content }) => content);
      expect([conversation, contents]).toEqual([
        conversation,
        isParked ? ['first'] : ['first', 'newer', 'behind'],
      ]);
    }
    for (const { conversation } of bystanders) await world().conversation(conversation).settled(1);

    expect(await old.process.end('SIGTERM')).toBe(0);
    await projected(3);
    await publish(chats, said('last', 2));
    await projected(4);
    await expectSound(world());
  });

  it('and back: the old one goes on with what the new one has folded', async () => {
    await world().start('projector', 'context-builder');
    await publish(chats, said('newer', 2));
    await projected(1);
    await world().stop('projector');
    const old = await startProcess(world(), 'projector');
    await publish(chats, said('older'));
    await projected(2);
    await publish(chats, said('newest', 2));
    await stored(chats, 4);
    expect(await parked()).toHaveLength(chats.length);
    expect(await old.process.end('SIGTERM')).toBe(0);
    await world().start('projector');
    await projected(3);
    await world().conversation(chats[0]?.conversation).context();
    await expectSound(world());
  });
});
