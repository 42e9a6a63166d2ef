import type { Message, Part } from '@verbatim/conversation';
import { readableText } from './readable-text';

const message = (...parts: Part[]): Message => ({ role: 'user', parts });

const result = (callId: string, ...texts: string[]): Part => ({
  type: 'tool-result',
  callId,
  content: texts.map((text) => ({ type: 'text', text })),
});

it('gives a single result as it is, so that it can stand where it stood', () => {
  expect(readableText(message(result('c1', '{"n": 1.0}')))).toBe('{"n": 1.0}');
});

it('says which of several results is which', () => {
  const text = readableText(
    message(result('c1', 'one'), result('c2', 'two', 'lines'), { type: 'text', text: 'go' }),
  );
  expect(text).toBe('[result of c1]\none\n[result of c2]\ntwo\nlines\ngo');
});

it('keeps arguments, long addresses and other data in full, and leaves bytes of images out', () => {
  const url = `https://example.com/${'p'.repeat(200)}`;
  const text = readableText(
    message(
      { type: 'reasoning', text: 'hm' },
      { type: 'tool-call', id: 'c', name: 'find', arguments: '{"a":  1}' },
      { type: 'image', url },
      { type: 'file', url: `data:application/pdf;base64,${'A'.repeat(5000)}` },
      { type: 'data', name: 'refusal', value: 'no' },
      { type: 'text', text: '' },
    ),
  );
  expect(text.split('\n')).toEqual([
    'hm',
    'find({"a":  1})',
    `[image ${url}]`,
    '[file data:application/pdf;base64, 5000 characters]',
    '[refusal] "no"',
  ]);
});

it('gives a plain-text document in words', () => {
  const url = `data:text/plain;base64,${Buffer.from('Größe: 3 km').toString('base64')}`;
  expect(readableText(message({ type: 'file', url }))).toBe('Größe: 3 km');
});
