import { receiptText } from './receipt-text';

const segment = { kind: 'message', role: 'user', tokens: 4, event: 'e1', sha256: 'x' };
const lost = {
  code: 'part-not-carried',
  event: 'e1',
  part: 2,
  detail: 'openai-chat has no place for reasoning',
};

test('what was lost is listed below what went in; what there is nothing of is not named', () => {
  const text = receiptText({ callId: 'c', segments: [segment], degraded: [], losses: [lost], repairs: [] });
  expect(text.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual(
    expect.arrayContaining([
      ['losses'],
      ['part-not-carried', 'e1', '2', 'openai-chat has no place for reasoning'],
    ]),
  );
  expect(text).not.toMatch(/repairs|degraded/);
});
