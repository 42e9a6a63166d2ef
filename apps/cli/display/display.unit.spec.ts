import { stripVTControlCharacters } from 'node:util';
import { column } from './column';
import { Display } from './display';
import { colourWanted, plainStyle } from './style';
import { widthOf } from './width';

const now = Date.parse('2026-06-01T12:00:00Z');
const plain = new Display(plainStyle, () => now);

const columns = [
  column.text('Conversation', 'id'),
  column.prose('Last words', 'text'),
  column.number('Tokens', 'tokens'),
  column.time('Updated', 'at', () => 'dim'),
];

const rows = [
  {
    id: 'chat-1',
    text: '漢字かな交じり文が長く続く'.repeat(12),
    tokens: 1234567,
    at: '2026-06-01T11:57:00Z',
  },
  { id: 'x'.repeat(80), text: `👩‍👩‍👧 family ${'é'.repeat(200)}`, tokens: 7, at: '2026-05-30T11:57:00Z' },
];

describe('tables', () => {
  test('have numbers to the right with separators, and end each line at its last character', () => {
    const two = [
      { id: 'a', text: 'one', tokens: 12_000, at: '2026-06-01T11:57:00Z' },
      { id: 'long-id', text: null, tokens: 3 },
    ];
    expect(plain.table(two, columns)).toBe(
      'Conversation  Last words  Tokens  Updated\n' +
        'a             one         12,000  3 min ago\n' +
        'long-id                        3\n',
    );
    expect(plain.table([], columns, 'no conversation yet')).toBe('no conversation yet\n');
  });

  test.each([80, 120])(
    'keep the width of a terminal of %s columns, wide characters and colour too',
    (width) => {
      for (const colour of [false, true]) {
        const text = new Display({ width, colour, utc: false }, () => now).table(rows, columns);
        const lines = text.trimEnd().split('\n');
        expect(lines).toHaveLength(3);
        lines.forEach((line) => expect(widthOf(line)).toBeLessThanOrEqual(width));
        expect(Math.max(...lines.map(widthOf))).toBeGreaterThan(width - 10);
        expect(text).toContain('1,234,567');
        expect(text.includes('\u001B[')).toBe(colour);
        const tokens = lines.map((line) => endOf(line, /Tokens|1,234,567|7(?=\s+2 days)/));
        expect(new Set(tokens).size).toBe(1);
      }
    },
  );

  test('cut prose before names, and names before they grow past the terminal', () => {
    const one = [{ id: 'i'.repeat(40), text: 't'.repeat(60), tokens: 1, at: null }];
    const wide = new Display({ width: 80, colour: false, utc: false }, () => now).table(one, columns);
    expect(wide).toContain('i'.repeat(40));
    const narrow = new Display({ width: 50, colour: false, utc: false }, () => now).table(one, columns);
    expect(narrow).not.toContain('i'.repeat(40));
    expect(narrow).toMatch(/i…/);
  });

  test('become a block for each row where the terminal is too narrow for their columns', () => {
    const text = new Display({ width: 30, colour: false, utc: false }, () => now).table(rows, columns);
    expect(text).toContain('Conversation  chat-1\n');
    expect(text).toContain('Tokens        1,234,567\n');
    text.split('\n').forEach((line) => expect(widthOf(line)).toBeLessThanOrEqual(34));
  });

  test('hold words where a value is a list or an object, and nothing that steers a terminal', () => {
    const value = {
      scopes: ['append', 'read'],
      limit: { maxTokens: 8000, exact: true },
      name: 'a\u001B[31m\nb',
    };
    const cells = ['scopes', 'limit', 'name'].map((name) => column.text(name, name));
    expect(plain.table([value], cells).split('\n')[1]).toBe(
      'append, read  max tokens 8,000, exact yes  a\\u001b[31m b',
    );
  });
});

function endOf(line: string, pattern: RegExp): number {
  const text = stripVTControlCharacters(line);
  const found = pattern.exec(text);
  return found === null ? -1 : widthOf(text.slice(0, found.index + found[0].length));
}

test('facts leave out what is not there, and wrap a long text beside its name', () => {
  const display = new Display({ width: 40, colour: false, utc: false }, () => now);
  const facts = [
    { name: 'Policy', value: 'agentkit' },
    { name: 'Model', value: null },
    { name: 'Note', value: 'words '.repeat(10).trim() },
  ];
  expect(display.facts(facts)).toBe(
    'Policy  agentkit\n' +
      'Note    words words words words words\n' +
      '        words words words words words\n',
  );
});

describe('times', () => {
  test.each([
    ['2026-06-01T11:59:58Z', 'just now'],
    ['2026-06-01T11:59:18Z', '42 s ago'],
    ['2026-06-01T11:00:01Z', '59 min ago'],
    ['2026-05-31T00:00:00Z', '36 h ago'],
    ['2026-05-20T12:00:00Z', '12 days ago'],
    ['2026-06-01T14:00:00Z', 'in 2 h'],
    ['2025-06-01T12:00:00Z', '2025-06-01'],
    ['never', 'never'],
  ])('%s is %s', (iso, text) => expect(plain.time(iso)).toBe(text));

  test('are exact with --utc', () => {
    const utc = new Display({ ...plainStyle, utc: true }, () => now);
    expect(utc.time('2026-06-01T13:59:18.123+02:00')).toBe('2026-06-01T11:59:18Z');
  });
});

test.each([
  [0, '$0.00'],
  [12.5, '$12.50'],
  [1234.567, '$1,234.57'],
  [0.0275, '$0.0275'],
  [0.00001, '< $0.0001'],
  [-0.5, '-$0.50'],
])('%s dollars are %s', (value, text) => expect(plain.money(value)).toBe(text));

test.each([
  [0.3683, '37%'],
  [0.0512, '5.1%'],
  [1, '100%'],
])('the ratio %s is %s', (ratio, text) => expect(plain.percent(ratio)).toBe(text));

test.each([
  ['a terminal', {}, true, true],
  ['a pipe', {}, false, false],
  ['NO_COLOR on a terminal', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ['an empty NO_COLOR', { NO_COLOR: '' }, true, true],
  ['FORCE_COLOR in a pipe', { FORCE_COLOR: '1' }, false, true],
  ['FORCE_COLOR=0 on a terminal', { FORCE_COLOR: '0' }, true, false],
  ['CLICOLOR=0', { CLICOLOR: '0' }, true, false],
  ['CLICOLOR_FORCE in a pipe', { CLICOLOR_FORCE: '1' }, false, true],
  ['a dumb terminal', { TERM: 'dumb' }, true, false],
])('colour with %s', (_, env, isTerminal, wanted) => expect(colourWanted(env, isTerminal)).toBe(wanted));
