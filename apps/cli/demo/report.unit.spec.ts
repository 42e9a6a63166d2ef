import { coloured, plain } from './figures';
import { Display } from '../display/display';
import { plainStyle } from '../display/style';
import * as report from './report';
import type { Seen } from '../seen/answers';
import type { ServedCall } from './served-call';
import type { Step } from './steps';

const stepText = (step: Step, paint = plain): string =>
  report.stepText(step, paint, new Display(plainStyle, () => Date.parse('2026-01-01T00:00:00Z')));

const call: ServedCall = {
  number: 12,
  callId: 'demo-call-12',
  shown: 38,
  tokens: 9214,
  history: { messages: 140, tokens: 61_330 },
  summaries: 2,
  omitted: 19,
  notices: ['window-cut'],
};

test.each<[string, Step]>([
  [
    'msg 43    tool result  read_file libs/a.ts                                           3,912 chars\n',
    { step: 'message', number: 43, role: 'tool', about: 'read_file libs/a.ts', characters: 3912 },
  ],
  [
    `pinned    system       ${'x'.repeat(57)}…      100 chars\n`,
    { step: 'message', number: null, role: 'system', about: 'x'.repeat(100), characters: 100 },
  ],
  [
    'call 12   context      38 messages, 9,214 tokens (history: 61,330), 2 summaries, 19 results omitted, window-cut\n',
    { step: 'call', ...call },
  ],
  [
    'call 12   context      1 message, 5 tokens (history: 5)\n',
    {
      step: 'call',
      ...call,
      shown: 1,
      tokens: 5,
      history: { messages: 1, tokens: 5 },
      summaries: 0,
      omitted: 0,
      notices: [],
    },
  ],
  [
    '          summary      messages 1-48: 1,180 tokens became 240 (extractive)\n',
    { step: 'summary', from: 1, to: 48, tokensBefore: 1180, tokensAfter: 240, by: 'extractive' },
  ],
  [
    '          cut          messages 1-48: 1,180 tokens left the view, no summary\n',
    { step: 'summary', from: 1, to: 48, tokensBefore: 1180, tokensAfter: 0, by: null },
  ],
  [
    'call 3    open-calls   c is open (answer it)\n',
    { step: 'refusal', what: 'call 3', code: 'open-calls', detail: 'c is open', advice: 'answer it' },
  ],
])('one line a step: %s', (line, step) => {
  expect(stepText(step)).toBe(line);
});

test('what a message says cannot steer a terminal', () => {
  const text = stepText(
    { step: 'message', number: 1, role: 'user', about: '\u001B[31mred', characters: 3 },
    plain,
  );
  expect(text).toContain('\\u001b[31mred');
});

test('colours go around a line and change nothing in it', () => {
  const step: Step = { step: 'call', ...call };
  expect(stepText(step, coloured)).toBe(`\u001B[36m${stepText(step).trimEnd()}\u001B[0m\n`);
});

test('a past call is shown as `saw` shows it, and says of each way whether it gave the bytes on receipt', () => {
  const seen: Seen = {
    callId: 'demo-call-12',
    ordinal: 12,
    createdAt: '2026-01-01T00:00:00Z',
    model: 'gpt-4o',
    messages: { stored: 140, shown: 38, hidden: 102 },
    tokens: 9214,
    original: { messages: 140, tokens: 61_330 },
    sha256: 'aa',
    segments: [
      { kind: 'summary', role: 'user', event: 'checkpoint.0-9', position: 11, tokens: 1234, text: 'x y' },
    ],
    hidden: [],
    degraded: [],
    losses: [],
    repairs: [],
  };
  const proof = { sha256: 'aa', bySegments: 'aa', byFold: 'bb' };
  const text = stepText({ step: 'past-call', call, seen, ...proof });
  expect(text).toContain('What call 12 saw (demo-call-12, gpt-4o, just now)\n');
  expect(text).toContain('38 of 140 messages, 1 summary; 9,214 tokens of 61,330 in the whole history\n');
  expect(text).toMatch(/summary +user +#11 +checkpoint.0-9 +1,234 +x y\n/);
  expect(text).toMatch(/segments +ok .*\n *fold +differs: bb/);
});

test('the totals say what was saved, or that it was more', () => {
  const totals = {
    step: 'totals',
    messages: 3,
    unchanged: true,
    calls: 1,
    checkpoints: 0,
    omitted: 0,
  } as const;
  const saved = { history: 2000, served: 500 };
  const more = { history: 100, served: 150 };
  const text = stepText({ ...totals, last: saved, all: more });
  expect(text).toContain('last call        500 tokens instead of 2,000: 75 % saved\n');
  expect(text).toContain('all 1 call       150 tokens instead of 100: 50 % more\n');
  expect(stepText({ ...totals, unchanged: false, last: null, all: saved })).toContain('3, NOT as sent');
});
