import { call, type Message } from '../../support/conversation-client';
import { expectSound } from './support/expect-sound';
import { onEmbeddedLog } from './support/on-each-log';

jest.setTimeout(60_000);

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
}

interface Answer {
  readonly sha256: string;
  readonly body: { readonly messages: readonly { readonly content: string | readonly Block[] }[] };
  readonly repairs: readonly { readonly code: string; readonly event?: string; readonly detail: string }[];
}

/** As agents write it that number their calls anew in each turn. */
function turn(at: number): Message[] {
  const tool_calls = [
    { id: 'call_0', type: 'function', function: { name: 'look', arguments: `{"at":${at}}` } },
  ];
  return [
    { role: 'user', content: `question ${at}` },
    { role: 'assistant', content: null, tool_calls },
    { role: 'tool', tool_call_id: 'call_0', content: `result ${at}` },
    { role: 'assistant', content: `answer ${at}` },
  ];
}

const turns = [0, 1, 2].flatMap(turn);

onEmbeddedLog('a repeated id of a tool call, in another turn', (world) => {
  it('stays as it came; for Anthropic it is renamed, always the same way, and listed', async () => {
    await world().start('projector', 'context-builder');
    const conversation = world().conversation('tools');
    await conversation.say(...turns.slice(0, 8));
    const ask = async (target: string): Promise<Answer> => {
      const request = { model: 'gpt-4o', target };
      const path = `/v1/conversations/${conversation.id}/context`;
      const { status, body } = await call<Answer>(world().url, 'POST', path, request);
      expect(status).toBe(200);
      return body;
    };
    /** The ids of calls and of results, in their order. */
    const idsOf = ({ body }: Answer): string[] =>
      body.messages
        .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
        .flatMap(({ id, tool_use_id }) => id ?? tool_use_id ?? []);

    const early = idsOf(await ask('anthropic'));
    await conversation.say(...turns.slice(8));
    expect((await conversation.context()).body.messages).toEqual(turns);
    expect((await ask('openai-chat')).repairs).toEqual([]);

    const served = await ask('anthropic');
    const ids = idsOf(served);
    expect(ids).toHaveLength(6);
    expect(ids.slice(0, 4)).toEqual(early);
    const calls = ids.filter((_, at) => at % 2 === 0);
    expect(new Set(calls).size).toBe(3);
    expect(ids.filter((_, at) => at % 2 === 1)).toEqual(calls);
    expect(calls[0]).toBe('call_0');
    const events = (await conversation.messages())
      .filter(({ message }) => message.tool_calls)
      .map(({ id }) => id);
    const renamed = served.repairs.filter(({ detail }) => detail.includes('call_0'));
    expect(new Set(renamed.map(({ event }) => event))).toEqual(new Set(events.slice(1)));
    expect((await ask('anthropic')).sha256).toBe(served.sha256);
    await expectSound(world());
  });
});
