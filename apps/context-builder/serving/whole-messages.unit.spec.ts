import type { Entry, Message, SourceMessage } from '@verbatim/conversation';
import { wholeMessages } from './whole-messages';

const message: Message = {
  role: 'user',
  parts: [
    { type: 'tool-result', callId: 'a', content: [] },
    { type: 'tool-result', callId: 'b', content: [] },
    { type: 'text', text: 'and now?' },
  ],
};
const source = { message } as SourceMessage;
const call = { name: 'f', again: null };
const piece = (event: string, parts: number[] | null, callId?: string): Entry => ({
  kind: 'message',
  event,
  role: callId === undefined ? 'user' : 'tool',
  source,
  parts,
  calls: new Map(callId === undefined ? [] : [[callId, call]]),
  tokens: 5,
});
const pieces = [piece('e', [0], 'a'), piece('e', [1], 'b'), piece('e', [2])];

it('puts the pieces of a message together where all stand next to each other', () => {
  expect(wholeMessages([piece('d', null), ...pieces, piece('f', null)])).toEqual([
    piece('d', null),
    {
      ...piece('e', null),
      calls: new Map([
        ['a', call],
        ['b', call],
      ]),
      tokens: 15,
    },
    piece('f', null),
  ]);
});

it.each([
  ['a piece is missing', pieces.slice(1)],
  ['the order is another', pieces.toReversed()],
  ['another message stands between', [...pieces.slice(0, 2), piece('f', null), ...pieces.slice(2)]],
  ['the next piece is of another message', [...pieces.slice(0, 2), piece('f', [2])]],
  ['one is replaced', [{ ...pieces[0], kind: 'replacement', text: '' } as Entry, ...pieces.slice(1)]],
])('leaves pieces as they are where %s', (_, entries) => {
  expect(wholeMessages(entries)).toEqual(entries);
});
