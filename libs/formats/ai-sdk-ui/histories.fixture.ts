import type { UIMessage } from 'ai';
import * as fc from 'fast-check';

type UiPart = UIMessage['parts'][number];

const words = fc.constantFrom('', 'a', 'hello  there', 'é\u2028"\\');
const json = fc.jsonValue({ maxDepth: 2 });

const plain: fc.Arbitrary<UiPart> = fc.oneof(
  words.map((text): UiPart => ({ type: 'text', text })),
  words.map((text): UiPart => ({ type: 'reasoning', text, providerMetadata: { openai: { itemId: 'r' } } })),
  fc.constantFrom<UiPart>(
    { type: 'step-start' },
    { type: 'source-url', sourceId: 's', url: 'u' },
    { type: 'data-x', data: 1 },
    { type: 'file', mediaType: 'image/png', url: 'https://e.com/a.png' },
  ),
);

/** Every state of a tool part; those still open too. */
export const tool = fc
  .tuple(fc.nat(), json, json, fc.nat(7), fc.boolean())
  .map(([id, input, output, state, dynamic]): UiPart => {
    const head = dynamic
      ? { type: 'dynamic-tool' as const, toolName: 'x-y', toolCallId: `c${id}` }
      : { type: 'tool-x-y' as const, toolCallId: `c${id}` };
    switch (state) {
      case 0:
        return { ...head, state: 'input-streaming', input };
      case 1:
        return { ...head, state: 'input-available', input };
      case 2:
        return { ...head, state: 'approval-requested', input, approval: { id: 'p' } };
      case 3:
        return { ...head, state: 'approval-responded', input, approval: { id: 'p', approved: false } };
      case 4:
        return { ...head, state: 'output-error', input, errorText: 'e' };
      case 5:
        return { ...head, state: 'output-denied', input, approval: { id: 'p', approved: false } };
      case 6:
        return { ...head, state: 'output-available', input, output, providerExecuted: true };
      default:
        return { ...head, state: 'output-available', input, output };
    }
  });

const parts = fc.array(fc.oneof(plain, tool), { maxLength: 6 });

/** Histories of UIMessages whose ids may come twice; in some, calls are still open. */
export const uiHistories: fc.Arbitrary<UIMessage[]> = fc.array(
  fc.record<UIMessage>({
    id: fc.constantFrom('m1', 'm2', 'm3', 'm4', 'm5', 'm6'),
    role: fc.constantFrom<UIMessage['role']>('user', 'assistant'),
    parts,
  }),
  { minLength: 1, maxLength: 5 },
);

export function isOpen(part: UiPart): boolean {
  const isTool = part.type === 'dynamic-tool' || part.type.startsWith('tool-');
  return (
    isTool &&
    'state' in part &&
    ['input-available', 'approval-requested', 'approval-responded'].includes(String(part.state))
  );
}
