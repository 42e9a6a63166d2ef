import { compactionDemands } from '@verbatim/conversation';
import { z } from 'zod';

const count = z.int().min(0);
const tiers = {
  history: count.describe('Tokens of the whole history.'),
  current: count.describe('Tokens of the current topic.'),
  topics: count.describe('Tokens of historical topics.'),
  bulks: count.describe('Tokens of bulks.'),
};

export const topicSchema = z.object({
  id: z.string().describe('The id of the topic or bulk.'),
  kind: z
    .enum(['current', 'historical', 'bulk'])
    .describe('The current topic, one of before, or a bulk of several.'),
  title: z.string().nullable().describe('Its title; null where nobody gave one.'),
  parent: z.string().nullable().describe('The bulk that it is in; null where it is in none.'),
  related: z.array(z.string()).describe('Topics that its event named as related.'),
  ranges: z
    .array(
      z.object({ from: count.describe('The first one.'), to: count.describe('The one after the last.') }),
    )
    .describe('Its unpinned messages, counted from 0; several ranges where it became current again.'),
  messages: count.describe('How many messages these are.'),
  tokens: count.describe('Its tokens, as shown.'),
  state: z
    .enum(['full', 'compressed', 'summarized'])
    .describe('Whether its messages are shown, some of them, or its summary alone.'),
  summary: z
    .string()
    .nullable()
    .describe('The summaries that are shown for it, oldest first; null where there are none.'),
});

export const compactionSchema = z.object({
  id: count.describe('The number of the request.'),
  what: z
    .enum(compactionDemands)
    .nullable()
    .describe('What was asked for; null where the step was chosen by need.'),
  state: z
    .enum(['asked', 'published', 'applied', 'refused', 'nothing'])
    .describe('How far it is; `nothing` where there was nothing to do.'),
  event: z.string().nullable().describe('The event that it led to; null where there is none.'),
  reason: z
    .string()
    .nullable()
    .describe('Why nothing could be compacted, where the state is `nothing`; null elsewhere.'),
  error: z
    .string()
    .nullable()
    .describe('Why the newest attempt failed; it is tried again. Null where none did.'),
  requestedAt: z.string().meta({ format: 'date-time' }).describe('When it was asked for.'),
});

/** `budget` is null where the policy's history is not of tiers. */
export const topicsSchema = z.object({
  items: z.array(topicSchema).describe('The topics and bulks, oldest first.'),
  next: z.null().describe('Always null: everything is in one page.'),
  budget: z
    .object({ ...tiers, used: z.object(tiers).describe('What is taken of each.') })
    .nullable()
    .describe('What each tier may take; null where the policy has no tiers.'),
  degraded: z
    .array(
      z.object({
        code: z.string().describe('Stable: programs may rely on it.'),
        detail: z.string().describe('What is the matter, in a sentence.'),
      }),
    )
    .describe('Where the tiers are over their budget and nothing more can be done for now.'),
  compactions: z.array(compactionSchema).describe('What was asked for in the last day, newest first.'),
});
export type TopicsAnswer = z.infer<typeof topicsSchema>;

export const compactRequestSchema = z.strictObject({
  what: z
    .enum(compactionDemands)
    .optional()
    .describe(
      'One step: `checkpoint` of a history of checkpoints, before its trigger is reached too; the others of a history ' +
        'of topics. Left out, the first that the policy of the conversation has and that can be done.',
    ),
});
export const compactAnswerSchema = z.object({
  id: count.describe('The number of the request, under which `compactions` of the topics shows it.'),
});
