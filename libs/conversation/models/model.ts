import { z } from 'zod';
import { policySchema } from '../policy/policy';

const { exactOptional: optional } = z;
const tokens = z.int().min(0);
/** USD per million tokens. */
const price = z.number().min(0);

const writtenEntry = z.strictObject({
  id: z.string().min(1),
  provider: z.string().min(1),
  /** What one request may hold, output included; where the provider limits the input on its own, that limit. */
  maxContext: z.strictObject({ messages: optional(z.int().min(1)), tokens: z.int().min(1) }),
  /** Left out where the real encoding is not known: counted with `o200k_base`, which is then not exact. */
  encoding: optional(policySchema.shape.encoding),
  exact: optional(z.boolean()),
  /** Share added to a count where the encoding is not exact: 0.1 makes 1,000 tokens 1,100. */
  margin: optional(z.number().min(0)),
  /** Tokens a message (its role included) and a request cost beside their text. */
  overhead: optional(z.strictObject({ perMessage: tokens, perRequest: tokens })),
  maxOutput: optional(z.int().min(1)),
  /** Where a provider charges more for long prompts: the price of short ones. */
  prices: optional(z.strictObject({ input: price, output: price, cachedInput: optional(price) })),
  /** Ceiling of the plugin `token-budget` for this model (SPEC 6). */
  tokenBudget: optional(z.int().min(1)),
});

/** An entry of the model registry, from a `models.json` or shipped; what is left out is filled. */
export const modelEntrySchema = writtenEntry.transform((entry) => {
  const exact = entry.exact ?? entry.encoding !== undefined;
  return {
    ...entry,
    encoding: entry.encoding ?? 'o200k_base',
    exact,
    margin: entry.margin ?? (exact ? 0 : 0.1),
    overhead: entry.overhead ?? { perMessage: 4, perRequest: 3 },
  };
});
export type ModelEntry = z.output<typeof modelEntrySchema>;
export type WrittenModelEntry = z.input<typeof modelEntrySchema>;
