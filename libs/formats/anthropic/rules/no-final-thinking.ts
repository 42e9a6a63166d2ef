import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const noFinalThinking: Rule<BodyView> = {
  name: 'no-final-thinking',
  fact: 'The last block of an assistant message is not thinking.',
  source: 'https://github.com/tailcallhq/forgecode/issues/2107',
  check: ({ turns }) =>
    turns.flatMap(({ role, index, blocks }) => {
      const type = blocks.at(-1)?.type ?? '';
      const isThought = type === 'thinking' || type === 'redacted_thinking';
      return role === 'assistant' && isThought ? [{ index, detail: `it ends with a ${type} block` }] : [];
    }),
};
