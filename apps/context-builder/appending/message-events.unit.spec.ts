import { defaultLimits } from '@verbatim/conversation';
import { JsonText } from '@verbatim/formats';
import { parseAppendRequest } from './append-request';
import { eventIds } from './event-ids';
import { messageEvents } from './message-events';

const key = { tenant: 'acme', conversation: 'c1' };

function written(body: string, idempotencyKey = 'k') {
  const request = parseAppendRequest(body, defaultLimits);
  return messageEvents(key, request, eventIds(idempotencyKey), new Date(0)).map(({ text }) => {
    const event = JsonText.parse(text);
    return { ...(event.value() as Record<string, unknown>), dataText: event.property('data')?.slice() };
  });
}

describe('the events of an append', () => {
  it('hold each message as it was written', () => {
    const message = '{ "role":"user","content":"\\u00e9", "big":9007199254740993, "one":1.0 }';
    const [event] = written(`{"messages":[${message}]}`);
    expect(event).toMatchObject({ id: 'k-0', tenantid: 'acme', subject: 'c1', source: 'verbatim/api' });
    expect(event?.dataText).toBe(message);
  });

  it('have run marks and any format but the default after the message', () => {
    const body =
      '{"format":"anthropic","messages":[{"role":"user"},{}],"runs":[{"runId":"r","iteration":2},{}]}';
    expect(written(body).map(({ dataText }) => dataText)).toEqual([
      '{"role":"user","format":"anthropic","runId":"r","iteration":2}',
      '{"format":"anthropic"}',
    ]);
    expect(written('{"format":"openai-chat","messages":[{}]}')[0]?.dataText).toBe('{}');
  });

  it('begin with the system message, whose id is its text', () => {
    const [first, second] = written('{"messages":[{}],"system":"Be brief","ids":["m1"]}');
    const [other] = written('{"messages":[],"system":"Be long"}', 'another');
    expect(first).toMatchObject({ data: { role: 'system', content: 'Be brief' } });
    expect(first).toMatchObject({ id: expect.stringMatching(/^system-[0-9a-f]{16}$/) });
    expect(written('{"messages":[],"system":"Be brief"}', 'another')).toMatchObject([{ ...first }]);
    expect(other).not.toMatchObject({ id: Reflect.get(first ?? {}, 'id') });
    expect(second).toMatchObject({ id: 'm1' });
  });

  it('have no system message where its text is empty, as of a runtime without a prompt', () => {
    expect(written('{"messages":[{}],"system":"","ids":["m1"]}')).toMatchObject([{ id: 'm1' }]);
  });

  it('give the same system text in another format another id: it is another body', () => {
    const ids = ['openai-chat', 'anthropic', 'ai-sdk'].map((name) => {
      const [event] = written(`{"format":"${name}","messages":[],"system":"Be brief"}`);
      return Reflect.get(event ?? {}, 'id');
    });
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    ['agent-zero', '["Be brief","and kind"]'],
    ['ai-sdk', '{"role":"system","content":"Be brief"}'],
    ['anthropic', '[{"type":"text","text":"Be brief"}]'],
  ])('take what %s has for a system prompt: %s', (name, system) => {
    const [event] = written(`{"format":"${name}","messages":[],"system":${system}}`);
    expect(event?.dataText).toBe(`{"format":"${name}","system":${system}}`);
  });

  it.each([
    ['{"messages":[{}],"system":[1]}', 'request.system[0]'],
    ['{"messages":[{}],"system":[]}', 'request.system'],
    ['{"messages":[{}],"ids":["a","b"]}', 'ids: 2 entries for 1 messages'],
    ['{"messages":[{},{}],"ids":["a","a"]}', 'ids: the same id twice'],
    ['{"messages":[{}],"runs":[]}', 'runs: 0 entries for 1 messages'],
    ['{"messages":[1]}', 'messages[0]: expected object, got number'],
  ])('%s is refused', (body, detail) => {
    expect(() => parseAppendRequest(body, defaultLimits)).toThrow(detail);
  });
});
