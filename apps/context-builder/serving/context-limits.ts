import { effectiveWindow, type ContextLimits, type Head, type ResolvedModel } from '@verbatim/conversation';
import type { TokenCounter } from '@verbatim/tokens';
import type { ContextRequest } from './context-request';

/** What this request, the policy in force and the model allow together. */
export async function limitsOf(
  head: Head,
  request: Pick<ContextRequest, 'budget' | 'toolsText'>,
  { entry }: ResolvedModel,
  { counter, ceiling }: { readonly counter: TokenCounter; readonly ceiling: number },
): Promise<ContextLimits> {
  const { window: policy } = head.policy.document;
  const budget = request.budget ?? {};
  const window = effectiveWindow({ policy, model: entry, systemCeiling: ceiling, budget });
  return {
    messages: window.messages,
    tokens: window.tokens,
    toolTokens: request.toolsText === null ? 0 : await counter.count(request.toolsText, entry.encoding),
    cutStep: policy.cutStep,
    overhead: entry.overhead,
    margin: entry.margin,
  };
}
