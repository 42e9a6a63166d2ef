import type { Head, Item, Message, Part, Replacement } from '@verbatim/conversation';
import { summaryMessage } from './summary-message';

const head = (omittedThrough: number): Head => ({ omittedThrough, placeholder: '[Omitted {ref}]' }) as Head;
const item = (more: Partial<Item> = {}): Item =>
  ({ eventId: 'e1', role: 'user', firstResult: 3, answers: ['a', 'b'], replacements: [], ...more }) as Item;
const resultOf = (callId: string): Part => ({
  type: 'tool-result',
  callId,
  content: [{ type: 'text', text: `result of ${callId}` }],
});
const message: Message = {
  role: 'user',
  parts: [resultOf('a'), resultOf('b'), { type: 'text', text: 'and now?' }],
};
const replacement = (answer: number | null, more: Partial<Replacement>): Replacement => ({
  answer,
  mode: 'summarized',
  characters: 0,
  text: null,
  saved: 0,
  event: null,
  ...more,
});

it.each([
  [2, 'result of a\nresult of b\nand now?'],
  [3, '[Omitted e1]\nresult of b\nand now?'],
  [4, '[Omitted e1]\n[Omitted e1]\nand now?'],
  [9, '[Omitted e1]\n[Omitted e1]\nand now?'],
])('omits results up to number %i, and never what stands beside them', (omittedThrough, text) => {
  expect(summaryMessage(head(omittedThrough), item(), message, new Map()).text).toBe(text);
});

it('shows what stands in the view for a result or for the text, and omitted wins', () => {
  const replacements = [
    replacement(0, { text: 'short a' }),
    replacement(1, { mode: 'truncated', characters: 6 }),
    replacement(null, { text: 'now' }),
  ];
  expect(summaryMessage(head(3), item({ replacements }), message, new Map()).text).toBe(
    '[Omitted e1]\nresult… [5 characters omitted]\nnow',
  );
});

it('names the tool that a result came from by its call, and the tools that a message calls', () => {
  const tools = new Map<string, string>();
  const call = { type: 'tool-call', id: 'a', name: 'search', arguments: '{}' } as const;
  const calling = summaryMessage(
    head(0),
    item({ answers: [] }),
    { role: 'assistant', parts: [call, { ...call, id: 'b' }] },
    tools,
  );
  expect(calling.tools).toEqual(['search']);
  const single = item({ answers: ['a'] });
  expect(summaryMessage(head(0), single, { role: 'tool', parts: [resultOf('a')] }, tools).name).toBe(
    'search',
  );
});

it.each([
  ['user', [{ type: 'text', text: 'hi' }], 'user'],
  ['assistant', [{ type: 'text', text: 'hi' }], 'assistant'],
  ['tool', [resultOf('a')], 'tool'],
  ['user', [resultOf('a'), { type: 'text', text: 'hi' }], 'tool'],
] as const)('of role %s, %j is trusted as %s', (role, parts, trust) => {
  const given = { role, parts: [...parts] } as Message;
  expect(summaryMessage(head(0), item({ role }), given, new Map()).trust).toBe(trust);
});
