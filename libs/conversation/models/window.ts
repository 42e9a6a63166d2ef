import { VerbatimError } from '../errors';
import type { WindowPolicy } from '../policy/policy';
import type { ModelEntry } from './model';

/** What one request asks for beside the policy. */
export interface ContextBudget {
  readonly tokens?: number | undefined;
  readonly messages?: number | undefined;
  readonly reservedOutput?: number | undefined;
}

/** What a context may measure: messages, and input tokens with the request's tools counted in. */
export interface EffectiveWindow {
  readonly messages: number;
  readonly tokens: number;
  readonly reservedOutput: number;
}

interface WindowRequest {
  readonly policy: WindowPolicy;
  readonly model: ModelEntry;
  /** Messages; the operator's ceiling over all policies. */
  readonly systemCeiling?: number;
  readonly budget?: ContextBudget;
}

/**
 * SPEC 0 and 6: in messages the least of ceiling, policy, model and budget; in tokens the least of the model's window
 * less `reservedOutput`, policy and budget. Throws `budget-impossible`, with the numbers, where nothing is left.
 */
export function effectiveWindow(request: WindowRequest): EffectiveWindow {
  const { policy, model, systemCeiling = 200, budget = {} } = request;
  const reservedOutput = reservation(policy.reservedOutput, budget.reservedOutput, model.maxContext.tokens);
  const limits = {
    messages: {
      ceiling: systemCeiling,
      policy: policy.maxMessages,
      model: model.maxContext.messages,
      budget: budget.messages,
    },
    tokens: {
      modelLessReserved: model.maxContext.tokens - reservedOutput,
      policy: policy.maxTokens,
      budget: budget.tokens,
    },
  };
  const window = { messages: least(limits.messages), tokens: least(limits.tokens), reservedOutput };
  if (window.messages >= 1 && window.tokens >= 1 && reservedOutput >= 0) return window;
  throw new VerbatimError(
    'budget-impossible',
    `No context fits ${model.id}: ${listed('messages', limits.messages)}; ${listed('tokens', limits.tokens)}; reservedOutput ${reservedOutput}`,
    { ...window, model: model.id, limits },
  );
}

type Limits = Readonly<Record<string, number | null | undefined>>;

/** The larger of the two where both are set (SPEC 0); else 4,096 or a quarter of the model's window, whichever is less. */
function reservation(policy: number | null, budget: number | undefined, modelTokens: number): number {
  const set = [policy, budget].filter((value) => value !== null && value !== undefined);
  return set.length > 0 ? Math.max(...set) : Math.min(4096, Math.floor(modelTokens / 4));
}

function least(limits: Limits): number {
  return Math.min(...Object.values(limits).filter((value) => value !== null && value !== undefined));
}

function listed(unit: string, limits: Limits): string {
  return `${unit} ${Object.entries(limits)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`;
}
