import { z } from 'zod';
import { sentence } from './sentence';

const scopes = z.strictObject({
  scopes: z.array(z.enum(['append', 'read'])).optional(),
  'window.maxMessages': z.int().min(1).optional(),
  origin: z.enum(['default', 'assigned']).optional(),
  inner: z.strictObject({ content: z.string() }).loose().optional(),
});

test.each([
  [
    { scopes: ['append', 'reed'] },
    'request.scopes[1]: "reed" is not one of those allowed (append, read): did you mean "read"?',
  ],
  [{ scopes: ['other'] }, 'request.scopes[0]: "other" is not one of those allowed (append, read)'],
  [{ origin: 'mine' }, 'request.origin: "mine" is not an origin (default, assigned)'],
  [{ 'window.maxMessages': 'many' }, 'request.window.maxMessages: expected a number, got "many"'],
  [{ 'window.maxMessages': 1.5 }, 'request.window.maxMessages: expected a whole number, got 1.5'],
  [{ inner: {} }, 'request.inner.content is missing'],
  [
    { inner: { context: 1, other: 2 } },
    'request.inner.content is missing, but there is "context": did you mean "content"?',
  ],
])('%j is told as a sentence', (value, text) => {
  const { error } = scopes.safeParse(value);
  expect(error && sentence(error, value, 'request')).toBe(text);
});
