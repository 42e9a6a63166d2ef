import { randomUUID } from 'node:crypto';
import { eventually } from '../../../libs/event-log/features/eventually';
import { ConversationClient } from '../../support/conversation-client';
import type { JsonObject } from '../../support/protocol-server';
import { type RunningServices, startServices } from '../../support/services';
import { models } from './openai-models';
import { parcels, question, results, run, said, withType } from './sample';

jest.setTimeout(60_000);

let services: RunningServices;

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
});

afterAll(() => services.stop());

test('the agent on chat completions calls its tool and answers with what it gave', async () => {
  const tool_calls = parcels.map((parcel) => ({
    id: `call_${parcel}`,
    type: 'function',
    function: { name: 'track', arguments: `{"parcel": ${parcel}}` },
  }));
  const model = await models({
    chat: ({ body }, number) =>
      number === 1
        ? { content: null, refusal: null, annotations: [], tool_calls }
        : { content: said(withType(body['messages'], 'role', 'tool').map(({ content }) => content)) },
  });
  const id = `c-${randomUUID()}`;
  const lines = await run('chat.ts', [id, question], {
    VERBATIM_URL: services.url,
    OPENAI_BASE_URL: `${model.url}/v1`,
  });
  expect(lines[2]).toBe(said(results));
  expect(lines.join('\n')).toMatch(/segments: 'ok',\s+fold: 'ok'/);
  expect(model.calls.map(({ body }) => (body['messages'] as JsonObject[]).map(({ role }) => role))).toEqual([
    ['system', 'user'],
    ['system', 'user', 'assistant', 'tool', 'tool'],
  ]);
  await eventually(async () => {
    const kept = await new ConversationClient(services.url, id).messages();
    expect(kept.map(({ id: event }) => event).slice(2)).toEqual([
      'chatcmpl-1',
      'result-call_7391',
      'result-call_7392',
      'chatcmpl-2',
    ]);
  });
});

test('the agent on responses keeps its reasoning, sealed, in front of the calls that follow from it', async () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVk' };
  const calls = parcels.map((parcel) => ({
    type: 'function_call',
    id: `fc_${parcel}`,
    call_id: `call_${parcel}`,
    name: 'track',
    arguments: `{"parcel": ${parcel}}`,
    status: 'completed',
  }));
  const model = await models({
    responses: ({ body }, number) => {
      if (number === 1) return [reasoning, ...calls];
      const text = said(withType(body['input'], 'type', 'function_call_output').map(({ output }) => output));
      const content = [{ type: 'output_text', text, annotations: [] }];
      return [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }];
    },
  });
  const id = `c-${randomUUID()}`;
  const lines = await run('responses.ts', [id, question], {
    VERBATIM_URL: services.url,
    OPENAI_BASE_URL: `${model.url}/v1`,
  });
  expect(lines[2]).toBe(said(results));
  expect(lines.join('\n')).toMatch(/segments: 'ok',\s+fold: 'ok'/);
  const [, second] = model.calls;
  expect(second?.body['instructions']).toBe('You track parcels.');
  const input = second?.body['input'] as JsonObject[];
  expect(withType(input, 'type', 'reasoning')).toEqual([reasoning]);
  expect(withType(input, 'type', 'function_call')).toEqual(calls);
  expect(input.indexOf(withType(input, 'type', 'reasoning')[0] ?? {}) + 1).toBe(
    input.indexOf(withType(input, 'type', 'function_call')[0] ?? {}),
  );
});
