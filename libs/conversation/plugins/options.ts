import { z } from 'zod';

/** `default` is the window: always first, with no options. It is part of the view and runs with or without a chain. */
const optionsOf = {
  default: z.strictObject({}),
  'token-budget': z.strictObject({
    /** Most tokens of everything but pinned messages; a model entry's own `tokenBudget` wins. */
    tokenBudget: z.int().min(1).default(6000),
    /** `tokens` are those of the model's encoding; `chars4` is the characters of all texts divided by 4, rounded down. */
    estimate: z.enum(['tokens', 'chars4']).default('tokens'),
  }),
  'role-pair-enforcer': z.strictObject({
    /** Whether messages of one role in a row become one message; else the first of them stays. */
    merge: z.boolean().default(true),
  }),
} as const;

export type ShippedPlugin = keyof typeof optionsOf;
export type TokenBudgetOptions = z.output<(typeof optionsOf)['token-budget']>;
export type RolePairOptions = z.output<(typeof optionsOf)['role-pair-enforcer']>;

/** The plugins that come with the service, the fixed first one included (SPEC 6). */
export const shippedPlugins = [
  'default',
  'token-budget',
  'role-pair-enforcer',
] as const satisfies readonly ShippedPlugin[];

export function isShipped(name: string): name is ShippedPlugin {
  return shippedPlugins.some((shipped) => shipped === name);
}

/** The schema of a shipped plugin's options; null for any other name: a plugin of a user checks its own. */
export function pluginOptions(name: string): z.ZodObject | null {
  return isShipped(name) ? optionsOf[name] : null;
}

export function tokenBudgetOptions(written: unknown): TokenBudgetOptions {
  return optionsOf['token-budget'].parse(written);
}

export function rolePairOptions(written: unknown): RolePairOptions {
  return optionsOf['role-pair-enforcer'].parse(written);
}
