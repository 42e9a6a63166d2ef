import { z } from 'zod';

const count = z.int().min(0);

/** How many there were, and how many are left. A summary may be longer than what it stands for was. */
const reduction = z.object({
  original: count.describe('How many there were.'),
  reduced: count.describe('How many are left.'),
});
/** What is left of one token; null where there was none. */
const ratio = z.number().min(0).nullable();
/** Null where the model registry has no price. */
const usd = z.number().nullable();

/** SPEC 2, reduction analytics: of one conversation, or of all of a tenant. */
export const analyticsSchema = z.object({
  conversations: count.describe('Conversations that were counted.'),
  messages: reduction.describe(
    'The messages of the conversations as they are now; summaries and cuts stand for what they cover. Pinned messages count in neither.',
  ),
  tokens: reduction.describe('The same in tokens.'),
  compressionRatio: ratio.describe('What is left of one token; null where there was none.'),
  served: z
    .object({
      contexts: count.describe('Contexts that were served.'),
      messages: reduction.describe('Messages of all histories, and of all contexts.'),
      tokens: reduction.describe('Tokens of the whole history at each context, and of the contexts.'),
      compressionRatio: ratio.describe('What was served of one token; null where there was none.'),
      byModel: z
        .array(
          z.object({
            model: z.string().describe('The model.'),
            contexts: count.describe('Contexts that were served for it.'),
            tokens: reduction.describe('Tokens of the whole history at each, and of what was served.'),
            saved: usd.describe('In USD; null where the model registry has no price.'),
          }),
        )
        .describe('The same, model by model.'),
    })
    .describe(
      'All contexts that were served, in sum, against the whole history at each; whatever reduced them.',
    ),
  summaries: z
    .object({
      callsMade: count.describe('Requests to a model, for summaries of every kind.'),
      callsAvoided: count.describe('Requests that a summary at every message would have cost beside them.'),
      inputTokens: count.describe('Tokens that these requests had.'),
      outputTokens: count.describe('Tokens that they gave.'),
      bySummarizer: z
        .array(
          z.object({
            summarizer: z.string().describe('The model that wrote them.'),
            calls: count.describe('Requests to it.'),
            inputTokens: count.describe('Tokens that it was given.'),
            outputTokens: count.describe('Tokens that it gave.'),
            cost: usd.describe('In USD; null where the model registry has no price.'),
          }),
        )
        .describe('The same, model by model.'),
    })
    .describe('What summaries took.'),
  cost: z
    .object({
      currency: z.literal('USD').describe('Always USD.'),
      saved: z.number().describe('Prompt tokens that were not sent, at the price of their model.'),
      spent: z.number().describe('What summaries cost.'),
      net: z.number().describe('`saved` less `spent`.'),
      unpriced: z.array(z.string()).describe('Models without a price, which count nothing here.'),
    })
    .describe('An estimate at the prices of the model registry.'),
});
