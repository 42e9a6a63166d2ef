import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { itemIdProblem } from '../limits';
import type { BodyView } from './body-view';

export const itemIdForm: Rule<BodyView> = {
  name: 'item-id-form',
  fact: "An item's id has at most 64 characters; that of a message begins with msg, of a function call with fc, of reasoning with rs.",
  source: 'https://github.com/langchain-ai/langchainjs/pull/11045',
  check: ({ items }) => inEach(items, ({ value }) => itemIdProblem(value)),
};
