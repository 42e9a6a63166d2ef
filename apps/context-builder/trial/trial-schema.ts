import { formatSchema, policyDocumentSchema } from '@verbatim/conversation';
import { z } from 'zod';
import { contextRequestSchema } from '../serving/context-request';
import { noticeSchema } from '../serving/receipt';

const count = z.int().min(0);
const reason = z.object({
  code: z.string().describe('Stable.'),
  detail: z.string().describe('What it means, in words.'),
});

const about = {
  model: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The model that contexts are made for; the one of the newest switch or call where it is left out.',
    ),
  target: formatSchema.default('openai-chat').describe("The provider's format."),
  budget: contextRequestSchema.shape.budget.describe('As of a context.'),
};

export const trialOfNameSchema = z.strictObject({
  name: z.string().min(1).describe('The name of a policy.'),
  ...about,
});
export const trialOfDocumentSchema = z.strictObject({
  document: policyDocumentSchema.describe('A policy document.'),
  ...about,
});
/** `POST /v1/conversations/{id}/policy/try`: a policy by its name, or as a document. */
export const trialRequestSchema = z.union([trialOfNameSchema, trialOfDocumentSchema]);

/** What is looked at first; a document is resolved, and refused in words, afterwards. */
export const trialBodySchema = z
  .strictObject({ name: z.string().min(1).optional(), document: z.unknown().optional(), ...about })
  .refine(({ name, document }) => (name === undefined) !== (document === undefined), {
    error: 'names no policy: either `name` or `document`',
  });

const shown = z.object({
  tokens: count.describe('Input tokens of the context, with all overhead, as a receipt says them.'),
  messages: count.describe('Messages in the body, summaries among them.'),
  summaries: count.describe('Summaries in the body.'),
  omissions: count.describe('Tool results that are shown as the placeholder.'),
  shortened: count.describe('Messages and tool results that are shown shortened or summarised.'),
  cuts: count.describe('Messages that are neither shown nor in a summary that is shown.'),
  prefix: z
    .object({
      sameTokens: count.describe('Tokens of the common beginning.'),
      sameBytes: count.describe('Bytes of the common beginning.'),
    })
    .describe('What the body has in common with the newest one that was served for this model and target.'),
  cost: z
    .object({
      input: z.number().describe('Without any cache.'),
      cached: z.number().describe('With the common prefix at the price of cached input.'),
    })
    .nullable()
    .describe("US dollars of the input, by the model registry's prices; null where it has none."),
  degraded: z.array(noticeSchema).describe('What could not be done as the policy says.'),
});

const side = z.object({
  policy: z
    .object({
      name: z.string().nullable().describe('The name of the policy; null for a document.'),
      version: z.string().describe('Its version.'),
    })
    .describe('The policy.'),
  shown: shown.nullable().describe('Null where no context can be made.'),
  problem: reason.nullable().describe('Why no context can be made.'),
});

const llm = {
  calls: count.describe('Requests to a model.'),
  inputTokens: count.describe('Tokens of the requests.'),
  outputTokens: count.describe('Tokens of the answers.'),
};

const summary = z.object({
  purpose: z.enum(['checkpoint', 'tool-output', 'attention', 'topic', 'bulk']).describe('What it is for.'),
  messages: count.describe('Messages that it stands for, without those of the summaries that it takes in.'),
  summaries: count.describe('Summaries that it takes in.'),
  tokensBefore: count.describe('Tokens of what it stands for.'),
  tokensAfter: count.describe('Its own tokens.'),
  summarizer: z.string().describe('Who would write it.'),
  simulated: z
    .boolean()
    .describe(
      'True where a model would write it: the extractive summary stands in, and the figures are estimates.',
    ),
  ...llm,
});

export const trialSchema = z.object({
  conversation: z.string().describe('The conversation.'),
  position: count.describe('The newest event that was taken into account.'),
  messages: count.describe('Messages of the conversation.'),
  model: z.string().describe('The model that contexts are made for.'),
  target: formatSchema.describe('The form that they are in.'),
  now: side.describe('What a context shows now.'),
  tried: side.describe('What it would show were this policy assigned now and all due work done.'),
  work: z
    .object({
      events: count.describe('Events that the summarizer would publish.'),
      summaries: z.array(summary).describe('Summaries that would be written.'),
      llm: z
        .object({
          ...llm,
          cost: z.number().nullable().describe('US dollars; null where a model has no price.'),
        })
        .describe('What models would be asked for in all.'),
      complete: z.boolean().describe('False where the trial stopped before all due work was done.'),
    })
    .describe('What the summarizer would do.'),
  warnings: z
    .array(reason)
    .describe('Settings without effect, ceilings, and what else differs from what one expects.'),
  hints: z.array(reason).describe('Why the conversation would or would not be reduced further.'),
});

export type Trial = z.output<typeof trialSchema>;
export type TrialSide = z.output<typeof side>;
export type TrialShown = z.output<typeof shown>;
export type TrialSummary = z.output<typeof summary>;
export type TrialRequest = z.output<typeof trialBodySchema>;
