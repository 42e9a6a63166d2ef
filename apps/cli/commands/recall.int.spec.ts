import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();

function answer(fields: object): string {
  const body = JSON.stringify({ ref: 'm/1', kind: 'message', offset: 0, total: 3, next: null, ...fields });
  api.answer = () => ({ body });
  return body;
}

test('prints the text alone, as a terminal can show it', async () => {
  answer({ text: 'a\nb\u001b' });
  expect(await api.verbatim('recall', 'chat/1', 'm/1')).toEqual({ code: 0, out: 'a\nb\\u001b\n', err: '' });
  expect(api.asked).toEqual(['POST /v1/conversations/chat%2F1/recall']);
  expect(api.server.requests[0]?.body).toBe('{"ref":"m/1"}');
});

test.each([
  [9000, 'up to character 60 of 9,000; the rest: --offset 60\n'],
  [null, 'up to character 60; the rest: --offset 60\n'],
])('says beside the text where the rest of %s characters begins', async (total, err) => {
  answer({ text: 'part', offset: 50, total, next: 60 });
  const run = await api.verbatim('recall', 'c', 'm', '--offset', '50', '--limit', '10');
  expect(run).toEqual({ code: 0, out: 'part\n', err });
  expect(api.server.requests[0]?.body).toBe('{"ref":"m","offset":50,"limit":10}');
});

test('--json gives the answer as it was served; an offset is 0 or more', async () => {
  const body = answer({ text: 'x' });
  const run = await api.verbatim('recall', 'c', 'm', '--offset', '0', '--json');
  expect(run).toEqual({ code: 0, out: `${body}\n`, err: '' });
  expect(api.server.requests[0]?.body).toBe('{"ref":"m","offset":0}');
  expect((await api.verbatim('recall', 'c', 'm', '--offset', '-1')).code).not.toBe(0);
});
