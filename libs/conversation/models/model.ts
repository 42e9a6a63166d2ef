import { z } from 'zod';
import { policySchema } from '../policy/policy';

const { exactOptional: optional } = z;
const tokens = z.int().min(0);
/** USD per million tokens. */
const price = z.number().min(0);

const writtenEntry = z.strictObject({
  id: z.string().min(1).describe('The id that contexts name it by.'),
  provider: z.string().min(1).describe('Who offers it.'),
  maxContext: z
    .strictObject({
      messages: optional(z.int().min(1).describe('Messages of one request at most.')),
      tokens: z.int().min(1).describe('Tokens of one request at most.'),
    })
    .describe(
      'What one request may hold, output included; where the provider limits the input on its own, that limit.',
    ),
  encoding: optional(policySchema.shape.encoding).describe(
    'What its tokens are counted in. Left out where that is not known: counted with `o200k_base`, which is then not exact.',
  ),
  exact: optional(z.boolean()).describe('Whether the encoding is the model’s own.'),
  margin: optional(z.number().min(0)).describe(
    'Share added to a count where the encoding is not exact: 0.1 makes 1,000 tokens 1,100.',
  ),
  overhead: optional(
    z
      .strictObject({
        perMessage: tokens.describe('Tokens for each message, its role included.'),
        perRequest: tokens.describe('Tokens for the request.'),
      })
      .describe('What is counted beside the texts.'),
  ),
  maxOutput: optional(z.int().min(1)).describe('Tokens that an answer has at most.'),
  prices: optional(
    z
      .strictObject({
        input: price.describe('Of the prompt.'),
        output: price.describe('Of the answer.'),
        cachedInput: optional(price.describe('Of what the provider has cached.')),
      })
      .describe(
        'USD per million tokens; where a provider charges more for long prompts, the price of short ones.',
      ),
  ),
  tokenBudget: optional(z.int().min(1)).describe('Ceiling of the plugin `token-budget` for this model.'),
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
