import { noLimits } from '@verbatim/conversation';
import { readRecord } from '.';
import { fate } from './records.fixture';

const record = (data: string) => `{"type":"MessageAppended","subject":"c1","data":${data}}`;
const wrong = `[${'1,'.repeat(400_000)}1]`;

describe('lists of hundreds of thousands', () => {
  it.each([
    ['data.content', `{"role":"user","content":${wrong}}`],
    [
      'data.parts[0].content',
      `{"role":"tool","parts":[{"type":"tool-result","callId":"a","content":${wrong}}]}`,
    ],
    [
      'data.content[0].content',
      `{"format":"anthropic","role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":${wrong}}]}`,
    ],
    [
      'data.content[0].output.value',
      `{"format":"ai-sdk","role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f",
        "output":{"type":"content","value":${wrong}}}]}`,
    ],
  ])('%s are refused before anything looks at each', (path, data) => {
    expect(fate(record(data))).toBe(`ignored too-large ${path}: 400001 parts, the limit is 256`);
  });

  it('are read where they are the JSON of a tool', () => {
    const list = JSON.stringify(Array.from({ length: 300 }, () => 1));
    const output = `{"type":"json","value":${list}}`;
    const result = `{"type":"tool-result","toolCallId":"a","toolName":"f","output":${output}}`;
    expect(fate(record(`{"format":"ai-sdk","role":"tool","content":[${result}]}`))).toBe('event');
    expect(fate(record(`{"role":"user","parts":[{"type":"data","name":"x","value":${list}}]}`))).toBe(
      'event',
    );
  });

  it('more that is wrong than a schema can list never throws, not even without limits', () => {
    const result = `{"type":"tool-result","callId":"a","content":${wrong}}`;
    const value = Buffer.from(record(`{"role":"tool","parts":[${result}]}`));
    const read = readRecord({ value, headers: {}, key: null, origin: '' }, noLimits);
    expect(read).toMatchObject({ kind: 'ignored', code: 'event-invalid' });
  });
});
