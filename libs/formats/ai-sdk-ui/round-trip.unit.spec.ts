import { aiSdkUi } from '.';
import { cameFrom, rendered } from '../ai-sdk/rendering.fixture';
import { sdkUiRefusal } from '../ai-sdk/sdk.fixture';
import { examples } from './examples.fixture';

describe('what came from the SDK leaves as it came', () => {
  it.each(Object.entries(examples))('%s', async (_, messages) => {
    const text = JSON.stringify({ messages });
    const came = cameFrom(aiSdkUi, 'ai-sdk-ui', text);
    const out = { text, losses: [], repairs: [] };
    expect(rendered(aiSdkUi, came)).toEqual(out);
    expect(rendered(aiSdkUi, came, { apart: true })).toEqual(out);
    expect(aiSdkUi.check({ messages })).toEqual([]);
    expect(await sdkUiRefusal(text)).toBeNull();
  });

  it('keeps numbers, the order of keys and white space', () => {
    const input = '{ "b" : 9007199254740993, "a": 1.0, "2": "x  y\\u0041" }';
    const output = '[ 9007199254740993, 1.0 ]';
    const tool = `{"type":"tool-f","toolCallId":"c","state":"output-available","input":${input},"output":${output}}`;
    const text = `{"messages":[{"id":"1","role":"assistant","parts":[${tool},{"type":"text","text":"\\u0041"}]}]}`;
    const came = cameFrom(aiSdkUi, 'ai-sdk-ui', text);
    expect(rendered(aiSdkUi, came).text).toBe(text);
    expect(rendered(aiSdkUi, came, { apart: true }).text).toBe(text);
    expect(came[0]?.message.parts).toEqual([
      { type: 'tool-call', id: 'c', name: 'f', arguments: input },
      { type: 'tool-result', callId: 'c', name: 'f', content: [{ type: 'text', text: output }] },
      { type: 'text', text: 'A' },
    ]);
  });
});
