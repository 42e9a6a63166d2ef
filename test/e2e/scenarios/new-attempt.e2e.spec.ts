import { call, chat, type Checkpoint, type ConversationClient } from '../../support/conversation-client';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { expectSound } from './support/expect-sound';
import { Gate } from './support/gate';
import { onEachLog } from './support/on-each-log';

jest.setTimeout(120_000);

const ranges = (checkpoints: readonly Checkpoint[]): unknown[] =>
  checkpoints.map(({ messages: { from, to }, status, summary }) => [from, to, status, summary]);

onEachLog('a new attempt', (world) => {
  beforeEach(() => world().start('projector', 'summarizer', 'context-builder'));

  async function revoke(conversation: ConversationClient, id: string | undefined): Promise<void> {
    const path = `/v1/conversations/${conversation.id}/checkpoints/${id}/revoke`;
    const { status, body } = await call<{ cursor: string }>(world().url, 'POST', path);
    expect(status).toBe(202);
    await conversation.context({ after: body.cursor });
  }

  it('follows a refusal: the summary superseded one that was revoked while it was written', async () => {
    const { openai } = world();
    const conversation = world().conversation();
    await conversation.assign({
      history: { triggerAt: 8, keepRecent: 2, retriggerAt: 8, mode: 'single' },
    });
    await conversation.say(...chat(0, 8));
    const [first] = await conversation.checkpoints();
    const gate = new Gate();
    openai.respondWith((_, number) => ({ kind: 'text', text: `Summary ${number}`, until: gate.opened }));
    await conversation.append(chat(8, 8));
    await waitUntil('the second summary is being written', async () => openai.calls.length === 2);
    await revoke(conversation, first?.id);
    gate.open();
    await conversation.settled(16);

    const [, refused, again] = await conversation.journal('CheckpointCreated');
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'event-refused' } });
    expect(again).toMatchObject({ status: 'applied' });
    expect(ranges(await conversation.checkpoints())).toEqual([
      [0, 6, 'revoked', 'Summary 1'],
      [0, 14, 'refused', 'Summary 2'],
      [6, 14, 'active', 'Summary 3'],
    ]);
    const { body } = await conversation.context();
    expect(body.messages.slice(0, 6)).toEqual(chat(0, 6));
    expect(body.messages.slice(-2)).toEqual(chat(14, 2));
    expect(openai.calls).toHaveLength(3);
    await expectSound(world());
  });

  it('follows a revocation with the next policy, not before: the same range, another event', async () => {
    const { openai } = world();
    const policy = { history: { triggerAt: 8, keepRecent: 2, retriggerAt: 8 } };
    const conversation = world().conversation();
    await conversation.assign(policy);
    await conversation.say(...chat(0, 8));
    const [first] = await conversation.checkpoints();
    await revoke(conversation, first?.id);
    const shown = await conversation.context();
    expect(shown.body.messages).toEqual(chat(0, 8));
    expect((await conversation.settled(8)).dueWork).toEqual([]);
    expect(openai.calls).toHaveLength(1);

    await conversation.assign(policy);
    await conversation.settled(8, ({ checkpoints }) => checkpoints === 2);
    const [, second] = await conversation.checkpoints();
    expect(second?.id).not.toBe(first?.id);
    expect(ranges(await conversation.checkpoints())).toEqual([
      [0, 6, 'revoked', 'Summary 1'],
      [0, 6, 'active', 'Summary 2'],
    ]);
    expect((await conversation.context()).body.messages.slice(1)).toEqual(chat(6, 2));
    expect(openai.calls).toHaveLength(2);
    await expectSound(world());
  });
});
