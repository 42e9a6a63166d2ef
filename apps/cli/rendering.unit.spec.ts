import { details, escaped, table } from './rendering';

test('escapes what could steer a terminal, and keeps text', () => {
  expect(escaped('é\u001B[31m\u0000\uD800\n\tx\u202E😀')).toBe('é\\u001b[31m\\u0000\\ud800\n\tx\\u202e😀');
});

test('a table has a column for each name, as wide as its widest cell', () => {
  const rows = [
    { id: 'a', size: { tokens: 12_000 } },
    { id: 'long-id', size: null },
  ];
  expect(table(rows, ['id', 'size.tokens'])).toBe('ID       SIZE.TOKENS\na        12000\nlong-id\n');
});

test('an empty table says so', () => {
  expect(table([], ['id'])).toBe('none\n');
});

test('a cell stays in its line, however long and however written', () => {
  const [, line, ...rest] = table([{ text: `a\nb\r${'c'.repeat(100)}` }], ['text']).split('\n');
  expect(line).toHaveLength(60);
  expect(line).toMatch(/^a b\\u000dc+…$/);
  expect(rest).toEqual(['']);
});

test('details are a line for each member', () => {
  expect(details({ messages: 3, policy: null, openCalls: ['x'], body: '…' }, ['body'])).toBe(
    'messages   3\npolicy\nopenCalls  ["x"]\n',
  );
});
