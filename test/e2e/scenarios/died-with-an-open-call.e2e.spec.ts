import type { Message, Problem, Served } from '../../support/conversation-client';
import { expectSound } from './support/expect-sound';
import { onEmbeddedLog } from './support/on-each-log';

jest.setTimeout(90_000);

const user = (content: string): Message => ({ role: 'user', content });
const said = (content: string): Message => ({ role: 'assistant', content });
const calling = (id: string): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'search', arguments: '{}' } }],
});
const result = (id: string, content: string): Message => ({ role: 'tool', tool_call_id: id, content });
const noResult = (id: string): Message => result(id, '[No result]');

const messagesOf = ({ body }: Served): readonly Message[] => body.messages;

onEmbeddedLog('an agent that dies with an open call', (world) => {
  beforeEach(() => world().start('projector', 'summarizer', 'context-builder'));

  it('is 409 while it may come back, [No result] once the user goes on, and answered late while it is live', async () => {
    const chat = world().conversation();
    await chat.say(user('look it up'), calling('c1'));
    const { status, body } = await chat.tryContext();
    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'open-calls', calls: ['c1'] })]);
    expect((body as Problem).detail).toContain('c1');
    const placeholder = await chat.context({ openCalls: 'placeholder' });
    expect(messagesOf(placeholder)).toEqual([user('look it up'), calling('c1'), noResult('c1')]);

    await chat.say(user('are you there?'));
    const abandoned = await chat.context();
    expect(messagesOf(abandoned)).toEqual([
      user('look it up'),
      calling('c1'),
      noResult('c1'),
      user('are you there?'),
    ]);

    await chat.say(said('yes'), result('c1', 'found after all'));
    const late = [
      user('look it up'),
      calling('c1'),
      result('c1', 'found after all'),
      user('are you there?'),
      said('yes'),
    ];
    expect(messagesOf(await chat.context())).toEqual(late);
    await expectSound(world());
  });

  it("is abandoned by its run's end too", async () => {
    const chat = world().conversation('runs');
    const key = { tenant: 'default', conversation: chat.id };
    const run = { runId: 'r1' };
    await world().publish(
      key,
      { id: 'start', type: 'RunStarted', data: run },
      { id: 'asked', data: { ...user('go'), ...run } },
      { id: 'called', data: { ...calling('c1'), ...run } },
    );
    await chat.settled(2);
    expect((await chat.tryContext()).status).toBe(409);
    await world().publish(key, { id: 'end', type: 'RunCompleted', data: { ...run, status: 'failed' } });
    await chat.settled(2, ({ head }) => head === 5);
    expect(messagesOf(await chat.context()).at(-1)).toEqual(noResult('c1'));
    await expectSound(world());
  });

  it('is never compacted while it is open, and may be when it is abandoned', async () => {
    const chat = world().conversation();
    await chat.assign({ history: { triggerAt: 6, keepRecent: 2, retriggerAt: 6 } });
    await chat.say(user('one'), said('two'), user('three'), calling('c1'));
    const steps = [0, 1, 2, 3].flatMap((at) => [calling(`s${at}`), result(`s${at}`, 'fine')]);
    await chat.say(...steps);
    const open = await chat.checkpoints();
    expect(open.map(({ messages }) => messages)).toEqual([{ from: 0, to: 3 }]);
    expect(await chat.tryContext()).toMatchObject({ status: 409, body: { calls: ['c1'] } });
    const shown = messagesOf(await chat.context({ openCalls: 'placeholder' }));
    expect(shown.slice(1)).toEqual([user('three'), calling('c1'), noResult('c1'), ...steps]);

    await chat.say(user('never mind'));
    const covering = (await chat.checkpoints()).find(({ messages }) => messages.to > 3);
    expect(covering).toMatchObject({ status: 'active', summary: expect.any(String) });
    await chat.say(result('c1', 'too late'));
    const after = await chat.context();
    expect(JSON.stringify(messagesOf(after))).not.toMatch(/"c1"|too late/);
    await expectSound(world());
  });
});
