import { VerbatimError } from '../errors';
import { tokensOf, type Unit } from './entry';
import { reductions, type FitOptions } from './reductions';
import type { ContextLimits, Notice } from './source';

export interface Fitted {
  readonly units: readonly Unit[];
  readonly tokens: number;
  readonly degraded: readonly Notice[];
}

/**
 * Brings units within the token budget without splitting a group: omits results that were read, shortens those that
 * were not, then leaves out whole oldest units; each only as far as needed, in steps that do not move at every call.
 * Throws `budget-impossible` with the figures where what must be shown does not fit.
 */
export function fitTokens(units: readonly Unit[], options: FitOptions): Fitted {
  const { limits } = options;
  const budget = contentBudget(limits);
  const degraded: Notice[] = [];
  let fitting: readonly Unit[] = units;
  for (const { code, detail, apply } of reductions(budget, options)) {
    if (tokensOf(fitting) <= budget) break;
    const next = apply(fitting);
    if (next !== fitting && !degraded.some((notice) => notice.code === code)) degraded.push({ code, detail });
    fitting = next;
  }
  const tokens = measured(tokensOf(fitting), limits);
  if (tokens + limits.toolTokens > limits.tokens) throw impossible(tokens, limits);
  return { units: fitting, tokens, degraded };
}

/** Tokens of a rendered body with all overhead and margin; rounded first, so that 100 × 1.1 is 110. */
export function measured(content: number, { margin, overhead }: ContextLimits): number {
  return Math.ceil(Number(((content + overhead.perRequest) * (1 + margin)).toFixed(6)));
}

/** The most that the entries may take together. */
export function contentBudget(limits: ContextLimits): number {
  const available = limits.tokens - limits.toolTokens;
  let content = Math.ceil(available / (1 + limits.margin)) - limits.overhead.perRequest;
  while (measured(content, limits) > available) content -= 1;
  return content;
}

function impossible(tokens: number, { tokens: budget, toolTokens }: ContextLimits): VerbatimError {
  return new VerbatimError(
    'budget-impossible',
    `${tokens} tokens must be shown and ${toolTokens} go to tools, the budget is ${budget}`,
    { tokens, toolTokens, budget },
  );
}
