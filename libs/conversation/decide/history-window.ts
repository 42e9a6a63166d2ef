import type { Head } from '../state';

/** Tokens of the window as long as neither a `ModelSwitched` nor the policy says more. */
export const DEFAULT_WINDOW = 128_000;

/**
 * Tokens of the window that shares of a history are measured by: of the model that the newest `ModelSwitched` brought
 * the entry of, else `unknown` (the policy's own ceiling where left out), and never more than the policy's ceiling.
 */
export function historyWindow({ modelSwitch, policy }: Head, unknown?: number): number {
  const { maxTokens } = policy.document.window;
  const ceiling = maxTokens ?? Infinity;
  const model = modelSwitch?.to?.maxContext.tokens ?? unknown ?? maxTokens ?? DEFAULT_WINDOW;
  return Math.min(model, ceiling);
}
