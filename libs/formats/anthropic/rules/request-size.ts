import { inBody } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

const MAX_MESSAGES = 100_000;
const MAX_BYTES = 32 * 1024 * 1024;

export const requestSize: Rule<BodyView> = {
  name: 'request-size',
  fact: 'A request has at most 32 MB and 100,000 messages.',
  source: 'https://platform.claude.com/docs/en/api/errors',
  check({ body, messages }) {
    if (messages.length > MAX_MESSAGES) return inBody(`${messages.length} messages`);
    const bytes = Buffer.byteLength(JSON.stringify(body) ?? '');
    return bytes > MAX_BYTES ? inBody(`${bytes} bytes`) : [];
  },
};
