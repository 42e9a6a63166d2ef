import { pastCall } from './closing';
import type { ServedCall } from './served-call';

const call = (number: number, shown: number, summaries: number, omitted = 0): ServedCall => ({
  number,
  callId: `call-${number}`,
  shown,
  tokens: 0,
  history: { messages: 0, tokens: 0 },
  summaries,
  omitted,
  notices: [],
});

test('the past call is the shortest before the last that saw a summary', () => {
  const calls = [call(1, 2, 0), call(2, 20, 1), call(3, 12, 1), call(4, 30, 2), call(5, 3, 2)];
  expect(pastCall(calls)?.number).toBe(3);
});

test('where no summary was made, the shortest that saw omissions', () => {
  const calls = [call(1, 2, 0), call(2, 6, 0, 1), call(3, 4, 0, 1), call(4, 3, 0, 1)];
  expect(pastCall(calls)?.number).toBe(3);
});

test('without one it is a call in the middle, and none where none was served', () => {
  expect(pastCall([call(1, 1, 0), call(2, 2, 0), call(3, 3, 0)])?.number).toBe(2);
  expect(pastCall([call(1, 1, 0)])?.number).toBe(1);
  expect(pastCall([])).toBeUndefined();
});
