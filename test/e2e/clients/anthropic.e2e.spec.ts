import { randomUUID } from 'node:crypto';
import { eventually } from '../../../libs/event-log/features/eventually';
import { type Block, startAnthropicServer } from '../../support/anthropic-server';
import { ConversationClient } from '../../support/conversation-client';
import { type JsonObject, type ProtocolServer } from '../../support/protocol-server';
import { type RunningServices, startServices } from '../../support/services';
import { question, results, run, said, withType, parcels } from './sample';

jest.setTimeout(60_000);

let services: RunningServices;
let model: ProtocolServer;

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
});

afterAll(() => services.stop());
afterEach(() => model.close());

const thinking: readonly Block[] = [
  { type: 'thinking', thinking: 'Two parcels: I look for both.', signature: 'c2lnbmF0dXJlLTE=' },
  { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' },
];
const calls: readonly Block[] = parcels.map((parcel) => ({
  type: 'tool_use',
  id: `toolu_${parcel}`,
  name: 'track',
  input: { parcel },
}));

test('the agent on messages keeps its thinking, sealed, through the use of its tool', async () => {
  const text = 'I look.';
  model = await startAnthropicServer(({ body }, number) => {
    if (number === 1) return [...thinking, { type: 'text', text }, ...calls];
    const { content } = (body['messages'] as { content: readonly Block[] }[]).at(-1) ?? {};
    return [{ type: 'text', text: said(withType(content, 'type', 'tool_result').map(contentOf)) }];
  });
  const id = `c-${randomUUID()}`;
  const lines = await run('messages.ts', [id, question], {
    VERBATIM_URL: services.url,
    ANTHROPIC_BASE_URL: model.url,
  });
  expect(lines[2]).toBe(said(results));
  expect(lines.join('\n')).toMatch(/segments: 'ok',\s+fold: 'ok'/);
  const [, second] = model.calls;
  expect(second?.body).toMatchObject({
    system: 'You track parcels.',
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: [...thinking, { type: 'text', text }, ...calls] },
      { role: 'user', content: calls.map((call) => ({ type: 'tool_result', tool_use_id: call['id'] })) },
    ],
  });
  await eventually(async () => {
    const kept = await new ConversationClient(services.url, id).messages();
    expect(kept.find((item) => item.id === 'msg_1')?.message['content']).toEqual([
      ...thinking,
      { type: 'text', text },
      ...calls,
    ]);
  });
});

/** Of a result: a text, or blocks of text. */
function contentOf({ content }: JsonObject): unknown {
  return typeof content === 'string' ? content : (content as JsonObject[]).map(({ text }) => text).join('');
}
