import { inBody } from '../../checking';
import type { Rule } from '../../format';
import { sentence } from '../../sentence';
import { systemSchema } from '../schema';
import type { BodyView } from './body-view';

export const systemShape: Rule<BodyView> = {
  name: 'system-shape',
  fact: 'The system option is a text, a system message or a list of system messages.',
  source: 'https://unpkg.com/ai@6.0.326/src/prompt/standardize-prompt.ts',
  check: ({ system }) => {
    const result = systemSchema.optional().safeParse(system);
    return result.success ? [] : inBody(sentence(result.error, system, 'system'));
  },
};
