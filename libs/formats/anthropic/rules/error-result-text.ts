import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BlockView, BodyView } from './body-view';

export const errorResultText: Rule<BodyView> = {
  name: 'error-result-text',
  fact: 'A tool_result that is an error has content, and text only.',
  source: 'https://github.com/jlevy/markform/issues/153',
  check: ({ blocks }) => inEach(blocks, problemOf),
};

function problemOf({ type, value, inner }: BlockView): string | null {
  if (type !== 'tool_result' || value['is_error'] !== true) return null;
  const { content } = value;
  if (content === undefined || content === null || content === '') return 'an error without content';
  if (Array.isArray(content) && content.length === 0) return 'an error without content';
  return inner.every((block) => block['type'] === 'text') ? null : 'an error whose content is not all text';
}
