import { call, chat, ConversationClient, report, type Served } from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(120_000);

let services: RunningServices;

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
});

afterAll(() => services.stop());

const question = { role: 'user', content: 'Look it up.' };
const calling = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'search', arguments: '{}' } }],
};
const late = { role: 'tool', tool_call_id: 'call_1', content: 'found after all' };

function ledgerOf({ segments, body }: Served): { text: string; metadata: unknown } | null {
  const at = segments.findIndex(({ kind }) => kind === 'ledger');
  const message = body.messages[at];
  if (at === -1 || !message) return null;
  expect(message.role).toBe('user');
  return { text: String(message.content), metadata: segments[at]?.metadata };
}

async function verified(callId: string): Promise<void> {
  const proof = await call(services.url, 'GET', `/v1/calls/${callId}/verify`);
  expect(proof.body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
}

test('an agent dies with an open call: 300 messages later the ledger names it, until its late result comes', async () => {
  const conversation = new ConversationClient(services.url);
  await conversation.say(question, calling);
  const [, made] = await conversation.messages();
  await conversation.say(...chat(0, 300));
  const served = await conversation.context();
  expect(ledgerOf(served)).toEqual({
    text:
      `<open-obligations>\n- search id="call_1" ref="${made?.id}" position="${made?.position}": ` +
      'no result came\n</open-obligations>',
    metadata: {
      obligations: [
        { kind: 'call', callId: 'call_1', name: 'search', event: made?.id, position: made?.position },
      ],
      more: 0,
    },
  });
  expect(served.segments[0]?.kind).toBe('ledger');
  await verified(served.callId);
  const tokens = served.tokens;
  await conversation.say(late);
  const after = await conversation.context();
  expect(ledgerOf(after)).toBeNull();
  await verified(after.callId);
  await verified(served.callId);
  report(
    `open obligations: one call, 300 messages later: ${tokens} tokens with the ledger, ${after.tokens} without`,
  );
});

test.each(['openai-chat', 'openai-responses', 'anthropic', 'ai-sdk', 'ai-sdk-ui', 'agent-zero'])(
  'the ledger stands in a valid body of %s, between what is pinned and the live messages',
  async (target) => {
    const conversation = new ConversationClient(services.url);
    await conversation.say({ role: 'system', content: 'Be brief.' }, question, calling, ...chat(0, 40));
    await conversation.assign({ preset: 'window-only', window: { maxMessages: 10 } });
    await conversation.settled(43);
    const { segments, callId } = await conversation.context({ target });
    expect(segments.slice(0, 2).map(({ kind, role }) => [kind, role])).toEqual([
      ['message', 'system'],
      ['ledger', 'user'],
    ]);
    await verified(callId);
  },
);

test('in view a call is no obligation of the ledger, and a policy may have none', async () => {
  const conversation = new ConversationClient(services.url);
  await conversation.say(question, calling, ...chat(0, 20));
  expect(ledgerOf(await conversation.context())).toBeNull();
  const small = { preset: 'window-only', window: { maxMessages: 10 } };
  await conversation.assign(small);
  await conversation.settled(22);
  expect(ledgerOf(await conversation.context())).not.toBeNull();
  await conversation.assign({ ...small, obligations: false });
  await conversation.settled(22);
  expect(ledgerOf(await conversation.context())).toBeNull();
});

test.each([
  [
    'ai-sdk',
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'd1', toolName: 'delete', input: { path: '/x' } },
        { type: 'tool-approval-request', approvalId: 'ap1', toolCallId: 'd1' },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ap1', approved: false }] },
    'd1',
  ],
  [
    'ai-sdk-ui',
    {
      id: 'm1',
      role: 'assistant',
      parts: [
        {
          type: 'tool-delete',
          toolCallId: 'd1',
          input: { path: '/x' },
          state: 'approval-requested',
          approval: { id: 'ap1' },
        },
      ],
    },
    {
      id: 'm1',
      role: 'assistant',
      parts: [
        {
          type: 'tool-delete',
          toolCallId: 'd1',
          input: { path: '/x' },
          output: 'deleted',
          state: 'output-available',
          approval: { id: 'ap1', approved: true },
        },
      ],
    },
    'd1',
  ],
  [
    'openai-responses',
    { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 's', name: 'delete', arguments: '{}' },
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
    'mcpr_1',
  ],
])(
  'an approval that was asked for in %s stays in the ledger until it is answered',
  async (format, asks, answers, id) => {
    const conversation = new ConversationClient(services.url);
    const append = async (message: object): Promise<void> => {
      const before = (await conversation.state()).messages;
      const path = `/v1/conversations/${conversation.id}/messages`;
      const { status } = await call(services.url, 'POST', path, { format, messages: [message] });
      expect(status).toBe(202);
      await conversation.settled(before + 1);
    };
    await conversation.assign({ preset: 'window-only', window: { maxMessages: 10 } });
    await conversation.say(question);
    await append(asks);
    await conversation.say(...chat(0, 40));
    const asked = await conversation.context();
    expect(ledgerOf(asked)?.text).toContain(`\n- delete id="${id}" ref=`);
    expect(ledgerOf(asked)?.text).toContain('approval asked for, not given\n');
    await verified(asked.callId);
    await append(answers);
    const answered = await conversation.context({ openCalls: 'placeholder' });
    expect(ledgerOf(answered)).toBeNull();
    await verified(answered.callId);
  },
);
