import type { Head, Item, Message, Part } from '@verbatim/conversation';
import { summaryMessage } from './summary-message';

const head = (omittedThrough: number): Head => ({ omittedThrough, placeholder: '[Omitted {ref}]' }) as Head;
const item = { eventId: 'e1', role: 'user', firstResult: 3, answers: ['a', 'b'] } as unknown as Item;
const resultOf = (callId: string): Part => ({
  type: 'tool-result',
  callId,
  content: [{ type: 'text', text: `result of ${callId}` }],
});
const message: Message = {
  role: 'user',
  parts: [resultOf('a'), resultOf('b'), { type: 'text', text: 'and now?' }],
};

it.each([
  [2, 'result of a\nresult of b\nand now?'],
  [3, '[Omitted e1]\nresult of b\nand now?'],
  [4, '[Omitted e1]\n[Omitted e1]\nand now?'],
  [9, '[Omitted e1]\n[Omitted e1]\nand now?'],
])('omits results up to number %i, and never what stands beside them', (omittedThrough, text) => {
  expect(summaryMessage(head(omittedThrough), item, message, new Map()).text).toBe(text);
});

it('names the tool that a result came from by its call', () => {
  const tools = new Map<string, string>();
  const call = { type: 'tool-call', id: 'a', name: 'search', arguments: '{}' } as const;
  summaryMessage(head(0), { ...item, answers: [] }, { role: 'assistant', parts: [call] }, tools);
  const single = { ...item, answers: ['a'] };
  expect(summaryMessage(head(0), single, { role: 'tool', parts: [resultOf('a')] }, tools).name).toBe(
    'search',
  );
});
