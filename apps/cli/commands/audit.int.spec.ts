import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();

const verdicts: Record<string, string> = {
  good: '{"segments":"ok","fold":"ok","sent":"unknown","differences":[]}',
  bad: '{"segments":"ok","fold":"differs","sent":"unknown","differences":[{"by":"fold"}]}',
  other: '{"segments":"ok","fold":"ok","sent":"differs","differences":[]}',
};
beforeEach(() => {
  api.answer = ({ path }) => ({
    body: path.startsWith('/v1/calls?')
      ? '{"items":[{"callId":"good"},{"callId":"bad"},{"callId":"other"}],"next":null}'
      : (verdicts[path.split('/')[3] ?? ''] ?? '{}'),
  });
});

test.each([
  ['good', 0],
  ['bad', 1],
  ['other', 1],
])('verifying the call "%s" ends with %d', async (call, code) => {
  expect((await api.verbatim('audit', 'verify', call)).code).toBe(code);
});

test('verifying all goes through every call and names those that fail', async () => {
  const { code, out, err } = await api.verbatim('audit', 'verify', '--all', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ verified: 3, failed: [{ callId: 'bad' }, { callId: 'other' }] });
  expect(err).toBe('verbatim: 2 of 3 calls do not verify\n');
});

test('verifying wants one call or all', async () => {
  expect((await api.verbatim('audit', 'verify')).err).toContain('name one call, or give --all');
  expect((await api.verbatim('audit', 'verify', 'good', '--all')).code).toBe(2);
});
