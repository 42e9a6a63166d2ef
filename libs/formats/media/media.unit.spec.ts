import type { Message } from '@verbatim/conversation';
import { fileTokens, imageTokens } from '.';
import { countedTexts, partCount, textBytes } from '../message-texts';
import { hasFixedTokens, messageTokens } from '../message-tokens';

/** The header of a PNG of this size, as a data URL; `padding` bytes of picture behind it. */
function png(width: number, height: number, padding = 0): string {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return `data:image/png;base64,${Buffer.concat([header, size, Buffer.alloc(5 + padding)]).toString('base64')}`;
}

const counted: string[] = [];
const count = (text: string) => {
  counted.push(text);
  return Promise.resolve(text.length);
};
beforeEach(() => counted.splice(0));

describe('tokens of an image', () => {
  it.each([
    [1, 1, 255, 1, 258],
    [384, 384, 255, 197, 258],
    [512, 512, 255, 350, 258],
    [1024, 1024, 765, 1399, 4 * 258],
    [2048, 4096, 1105, 1640, 3 * 6 * 258],
    [1568, 1568, 765, 3279, 9 * 258],
    [4096, 8192, 1105, 1640, 6 * 11 * 258],
  ])('%i x %i by each provider', (width, height, openai, anthropic, google) => {
    const image = { url: png(width, height) };
    expect(imageTokens(image, 'openai')).toBe(openai);
    expect(imageTokens(image, 'anthropic')).toBe(anthropic);
    expect(imageTokens(image, 'google')).toBe(google);
    expect(imageTokens(image, 'mistral')).toBe(Math.max(openai, anthropic, google));
  });

  it('are few where the detail is low, and those of a large picture where the size is unknown', () => {
    expect(imageTokens({ url: png(4096, 4096), detail: 'low' }, 'openai')).toBe(85);
    const unknown = [
      'https://example.com/a.png',
      'file-1',
      'data:image/png;base64,AAAA',
      'data:image/png,AA',
      '',
    ];
    for (const url of unknown) expect(imageTokens({ url }, 'openai')).toBe(765);
  });

  it('need the first bytes alone', () => {
    expect(imageTokens({ url: png(64, 64, 2_000_000) }, 'google')).toBe(258);
  });
});

describe('tokens of a file', () => {
  const pdf = (bytes: number) => `data:application/pdf;base64,${Buffer.alloc(bytes).toString('base64')}`;

  it('are those of its pages, assumed from its bytes', () => {
    const tokens = ['openai', 'anthropic', 'google', 'other'].map((name) =>
      fileTokens({ url: pdf(60_000) }, name),
    );
    expect(tokens).toEqual([4500, 13_800, 774, 13_800]);
    expect(fileTokens({ url: 'https://example.com/a.pdf' }, 'google')).toBe(20 * 258);
  });

  it('are those of its duration where it is sound, of its bytes where it is text', () => {
    const wav = { url: `data:audio/wav;base64,${Buffer.alloc(48_000).toString('base64')}` };
    expect([fileTokens(wav, 'openai'), fileTokens(wav, 'google')]).toEqual([30, 96]);
    expect(fileTokens({ url: 'https://example.com/a', mediaType: 'audio/mpeg' }, 'openai')).toBe(3000);
    expect(fileTokens({ url: 'data:text/plain,123456789' }, 'openai')).toBe(3);
  });
});

describe('tokens of a message', () => {
  const image = { type: 'image', url: png(64, 64) } as const;
  const mixed: Message = {
    role: 'assistant',
    name: 'ada',
    parts: [
      { type: 'reasoning', text: 'because', encrypted: 'x'.repeat(41) },
      { type: 'text', text: 'hello' },
      { type: 'data', name: 'refusal', value: 'no' },
      { type: 'data', name: 'anthropic:server_tool_use', value: { a: 1 } },
      { type: 'tool-result', callId: 'c', content: [image, { type: 'text', text: 'out' }] },
    ],
  };

  it('count what every target carries, and with a provider also what may leave for its models', async () => {
    expect(await messageTokens(mixed, count)).toBe(255 + 'adahellonoout'.length);
    expect(counted).toEqual(['ada', 'hello', 'no', 'out']);
    const more = 'because{"a":1}'.length + 11;
    expect(await messageTokens(mixed, count, 'openai')).toBe(255 + 'adahellonoout'.length + more);
    expect(await messageTokens(mixed, count, 'anthropic')).toBe(6 + 'adahellonoout'.length + more);
  });

  it('never count the bytes of an image as text', async () => {
    const large = { type: 'image', url: png(64, 64, 1_000_000) } as const;
    expect(await messageTokens({ role: 'user', parts: [large] }, count)).toBe(255);
    expect(counted).toEqual([]);
  });

  it('are the same for every provider where there is only text', async () => {
    const { parts, ...rest } = mixed;
    expect(parts.map((part) => hasFixedTokens({ ...rest, parts: [part] }))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    const call = { type: 'tool-call', id: 'c', name: 'f', arguments: '{}' } as const;
    const result = {
      type: 'tool-result',
      callId: 'c',
      content: [{ type: 'text' as const, text: 'x' }],
    } as const;
    const plain: Message = {
      role: 'assistant',
      name: 'n',
      parts: [call, { ...result, content: [...result.content] }],
    };
    expect(hasFixedTokens(plain)).toBe(true);
    expect(await messageTokens(plain, count, 'anthropic')).toBe(await messageTokens(plain, count));
  });

  it('limits see reasoning and data as well', () => {
    expect(countedTexts(mixed)).toEqual(['ada', 'hello', 'no', 'out']);
    expect(textBytes(mixed)).toBe('adahellonooutbecause{"a":1}'.length);
    expect(partCount(mixed)).toBe(7);
  });
});
