import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VerbatimError } from '@verbatim/conversation';
import * as fc from 'fast-check';
import { format, JsonText } from '..';

const chat = format('openai-chat');

function leaves(dataText: string, replacement?: string): string {
  return chat.encodeMessage({ dataText, message: chat.decode(dataText) }, replacement).text;
}

describe('a message that came as a chat message', () => {
  it('leaves as the same text without the keys that are ours', () => {
    const dataText = String.raw`{"runId":"r", "role":"assistant","content":"\u00e9 \ud800 \u0000" ,"x":12345678901234567890,"y":1.0,"k":{"2":0,"1":0},"format":"openai-chat","iteration":1}`;
    expect(leaves(dataText)).toBe(
      String.raw`{"role":"assistant","content":"\u00e9 \ud800 \u0000" ,"x":12345678901234567890,"y":1.0,"k":{"2":0,"1":0}}`,
    );
  });

  it('keeps everything but its content when a replacement is shown', () => {
    const dataText =
      '{"role":"tool", "tool_call_id":"c1","content":[{"type":"text","text":"long"}],"x":1.0,"runId":"r"}';
    expect(leaves(dataText, '[Omitted]')).toBe(
      '{"role":"tool", "tool_call_id":"c1","content":"[Omitted]","x":1.0}',
    );
  });

  it('leaves as it came, whatever it holds', () => {
    const texts = fc.string({ unit: 'binary' });
    const messages = fc.record(
      {
        role: fc.constant('assistant'),
        content: fc.oneof(
          texts,
          fc.constant(null),
          fc.array(fc.record({ type: fc.constant('text'), text: texts })),
        ),
        name: texts,
        refusal: fc.option(texts),
        tool_calls: fc.array(
          fc.record({
            id: fc.string({ minLength: 1 }),
            type: fc.constant('custom'),
            custom: fc.record({ name: texts, input: texts }),
            extra: fc.jsonValue(),
          }),
        ),
        extra: fc.jsonValue(),
      },
      { requiredKeys: ['role'] },
    );
    fc.assert(
      fc.property(messages, fc.nat(3), (message, indent) => {
        const text = JSON.stringify(message, null, indent);
        expect(leaves(text)).toBe(text);
      }),
    );
  });
});

describe('a body', () => {
  it('is made of message texts, byte for byte, and splits into them again', () => {
    const texts = [
      '{ "role":"user","content":"1.0" }',
      chat.encodeSummary('s', 'user'),
      chat.encodeMissingResult('c', '-'),
    ];
    const body = chat.renderBody(texts);
    expect(body).toBe(
      '{"messages":[{ "role":"user","content":"1.0" },{"role":"user","content":"s"},{"role":"tool","tool_call_id":"c","content":"-"}]}',
    );
    expect(chat.splitMessages(body)).toEqual(texts);
    expect(chat.splitMessages(` [${texts.join(' , ')}] `)).toEqual(texts);
    expect(chat.renderBody([])).toBe('{"messages":[]}');
  });

  it.each(['{"input":[]}', '"x"', '[1,', '{"messages":{}}'])('refuses %s', (text) => {
    expect(() => chat.splitMessages(text)).toThrow(VerbatimError);
  });
});

it('golden chat messages leave as the text they came in', () => {
  const folder = join(__dirname, '../../../test/golden-events/v1');
  const files = readdirSync(folder).filter((file) => file.startsWith('MessageAppended.openai-chat'));
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const data =
      JsonText.parse(readFileSync(join(folder, file), 'utf8'))
        .property('data')
        ?.slice() ?? '';
    const ours = new Set(['format', 'runId', 'iteration']);
    const left = JsonText.parse(leaves(data)).members();
    const kept = JsonText.parse(data)
      .members()
      .filter(({ name }) => !ours.has(name));
    expect(left.map(({ value }) => value.slice())).toEqual(kept.map(({ value }) => value.slice()));
  }
});
