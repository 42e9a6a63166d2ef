import { call, ConversationClient } from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

let services: RunningServices;
beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
}, 60_000);
afterAll(() => services.stop());

const first = `{"role":"user","content":"What is the weather in Bern and in Basel?"}`;
const calls = `{"role":"assistant","content":[{"type":"thinking","thinking":"two places","signature":"c2ln"},{"type":"tool_use","id":"t1","name":"weather","input":{"b":1.0,"a":9007199254740993}},{"type":"tool_use","id":"t2","name":"weather","input":{"city" : "Basel"}}]}`;
const results = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"12 degrees"},{"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"14 degrees"}],"is_error":false},{"type":"text","text":"And in Zug?","cache_control":{"type":"ephemeral"}}]}`;

test('an Anthropic conversation leaves as it came, and as any other format', async () => {
  const client = new ConversationClient(services.url);
  const messages = `[${[first, calls, results].join(',')}]`;
  const system = `[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}]`;
  const path = `/v1/conversations/${client.id}`;
  const answer = await fetch(`${services.url}${path}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"format":"anthropic","system":${system},"messages":${messages}}`,
  });
  const { cursor } = (await answer.json()) as { cursor: string };
  const bodyOf = async (target: string): Promise<{ text: string; callId: string }> => {
    const response = await fetch(`${services.url}${path}/context`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/octet-stream' },
      body: JSON.stringify({ model: 'claude-sonnet-4-5', target, after: cursor }),
    });
    return { text: await response.text(), callId: response.headers.get('x-verbatim-call-id') ?? '' };
  };
  expect((await bodyOf('anthropic')).text).toBe(`{"system":${system},"messages":${messages}}`);
  for (const target of [
    'openai-chat',
    'openai-responses',
    'anthropic',
    'ai-sdk',
    'ai-sdk-ui',
    'agent-zero',
  ]) {
    const { text, callId } = await bodyOf(target);
    expect(text).toContain('9007199254740993');
    const { body } = await call(services.url, 'GET', `/v1/calls/${callId}/verify`);
    expect(body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
  }
});
