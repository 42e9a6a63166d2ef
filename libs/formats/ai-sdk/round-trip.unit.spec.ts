import { aiSdk } from '.';
import { examples } from './examples.fixture';
import { cameFrom, rendered } from './rendering.fixture';
import { sdkRefusal } from './sdk.fixture';

describe('what came from the SDK leaves as it came', () => {
  it.each(Object.entries(examples))('%s', async (_, body) => {
    const text = JSON.stringify(body);
    const out = rendered(aiSdk, cameFrom(aiSdk, 'ai-sdk', text));
    expect(out).toEqual({ text, losses: [], repairs: [] });
    expect(aiSdk.check(body)).toEqual([]);
    expect(await sdkRefusal(text)).toBeNull();
  });

  it.each(Object.entries(examples))('in pieces too: %s', async (_, body) => {
    const out = rendered(aiSdk, cameFrom(aiSdk, 'ai-sdk', JSON.stringify(body)), { apart: true });
    expect(out).toMatchObject({ losses: [], repairs: [] });
    expect(aiSdk.check(JSON.parse(out.text))).toEqual([]);
    expect(await sdkRefusal(out.text)).toBeNull();
  });

  it('keeps numbers, the order of keys and white space', () => {
    const input = '{ "b" : 9007199254740993, "a": 1.0, "2": "x  y\\u0041", "1": [ ] }';
    const call = `{"type":"tool-call","toolCallId":"c","toolName":"f","input":${input}}`;
    const value = '[ 9007199254740993, 1.0 ]';
    const result = `{"type":"tool-result","toolCallId":"c","toolName":"f","output":{"type":"json","value":${value}}}`;
    const text = `{"system":"a\\u0041","messages":[{"role":"assistant","content":[ ${call} ]},{"role":"tool","content":[${result}]}]}`;
    const messages = cameFrom(aiSdk, 'ai-sdk', text);
    expect(rendered(aiSdk, messages).text).toBe(text);
    expect(rendered(aiSdk, messages, { apart: true }).text).toBe(
      text.replace('[ {', '[{').replace('} ]}', '}]}'),
    );
    expect(messages[1]?.message.parts).toEqual([{ type: 'tool-call', id: 'c', name: 'f', arguments: input }]);
    expect(messages[2]?.message.parts).toMatchObject([{ content: [{ type: 'text', text: value }] }]);
  });
});
