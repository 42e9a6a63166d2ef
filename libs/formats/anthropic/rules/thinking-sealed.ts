import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BlockView, BodyView } from './body-view';

export const thinkingSealed: Rule<BodyView> = {
  name: 'thinking-sealed',
  fact: 'A thinking block comes back with its signature, a redacted one with its data.',
  source: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
  check: ({ blocks }) =>
    inEach(blocks, (block) => {
      const missing = missingKey(block);
      return missing === null ? null : `a ${block.type} block has no ${missing}`;
    }),
};

function missingKey({ type, value }: BlockView): string | null {
  const names =
    type === 'thinking' ? ['thinking', 'signature'] : type === 'redacted_thinking' ? ['data'] : [];
  return names.find((name) => typeof value[name] !== 'string') ?? sealMissing(type, value['signature']);
}

/** The text may be empty, where the model does not show it; the seal may not. */
function sealMissing(type: string, signature: unknown): string | null {
  return type === 'thinking' && signature === '' ? 'signature' : null;
}
