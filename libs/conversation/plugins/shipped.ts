import type { CountTokens } from '../context/source';
import type { HistoryPlugin } from './contract';
import { rolePairOptions, tokenBudgetOptions } from './options';
import { rolePairEnforcer } from './role-pair-enforcer';
import { tokenBudget } from './token-budget';

/**
 * A shipped plugin by name; null for any other, and for `default`, which is the window itself. Throws a ZodError where
 * the options are not its own.
 */
export function shippedPlugin(
  name: string,
  options: Readonly<Record<string, unknown>>,
  tokens: { readonly count: CountTokens; readonly perMessage: number },
): HistoryPlugin | null {
  switch (name) {
    case 'token-budget':
      return tokenBudget(tokenBudgetOptions(options), tokens);
    case 'role-pair-enforcer':
      return rolePairEnforcer(rolePairOptions(options));
    default:
      return null;
  }
}
