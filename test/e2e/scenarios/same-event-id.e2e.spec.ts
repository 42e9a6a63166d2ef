import { onEachLog } from './support/on-each-log';
import { expectSound } from './support/expect-sound';

jest.setTimeout(90_000);

onEachLog('two conversations use the same event id', (world) => {
  const one = { tenant: 'default', conversation: 'one' };
  const other = { tenant: 'default', conversation: 'other' };
  const foreign = { tenant: 'acme', conversation: 'one' };

  it('both are kept, each with its own bytes, also over two tenants; nobody sees what is not theirs', async () => {
    await world().start('projector', 'context-builder');
    const keys = [one, other, foreign];
    const words = (at: number): string => `words number ${at}, which nobody else has`;
    for (const [at, key] of keys.entries()) {
      await world().publish(key, { id: 'shared', data: { role: 'user', content: words(at) } });
    }
    for (const [at, { tenant, conversation }] of keys.entries()) {
      const client = world().conversation(conversation, tenant);
      const state = await client.settled(1);
      expect(state).toMatchObject({ messages: 1, conflicts: 0 });
      const message = { role: 'user', content: words(at) };
      expect(await client.messages()).toMatchObject([{ id: 'shared', position: 2, message }]);
      const { body, segments } = await client.context();
      expect(body.messages).toEqual([message]);
      expect(segments).toMatchObject([{ event: 'shared' }]);
      await client.append([message], ['shared']);
      await client.append([{ ...message, content: 'another body' }], ['shared']);
    }
    for (const { tenant, conversation } of keys) {
      await world()
        .conversation(conversation, tenant)
        .settled(1, ({ conflicts }) => conflicts === 1);
    }
    await expectSound(world());
  });
});
