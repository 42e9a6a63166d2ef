import { metadataSchema, policySchema, roleSchema, summaryModes } from '@verbatim/conversation';
import { z } from 'zod';
import { textPageSchema } from '../../reading/text-page';
import { count, journalQuery, jsonObject, pageQuery, reasonSchema, time } from './common';

const METADATA = 'metadata.';

/** Filters of conversations; `metadata.KEY` has any key. */
export const listingQuery = pageQuery
  .extend({
    order: z
      .enum(['id', 'newest', 'oldest'])
      .default('id')
      .meta({
        description:
          'By id, or by the time when the conversation came (`createdAt`), newest or oldest first; give the same `order` ' +
          'with every `after`.',
        examples: ['newest'],
      }),
    user: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Only conversations of this user.', examples: ['user-17'] }),
    title: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: 'Only conversations whose title contains this, in any case.',
        examples: ['parcel'],
      }),
  })
  .catchall(z.string())
  .superRefine((query, context) => {
    const unknown = Object.keys(query).filter((name) => !isKnown(name));
    if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: query });
  })
  .meta({
    description:
      '`metadata.KEY=VALUE`: only conversations whose metadata has this value under this key; several must all hold.',
    examples: [{ 'metadata.project': 'returns' }],
  });

function isKnown(name: string): boolean {
  return (
    Object.hasOwn(listingQuery.shape, name) || (name.startsWith(METADATA) && name.length > METADATA.length)
  );
}

/** The values that `metadata.KEY` asks for, by key. */
export function metadataOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name.startsWith(METADATA) && typeof value === 'string' ? [[name.slice(METADATA.length), value]] : [],
    ),
  );
}

const figures = {
  id: z.string().describe('The id of the conversation.'),
  messages: count.describe('All messages that were appended, pinned ones too.'),
  live: count.describe('Messages that are shown, pinned ones apart: neither summarised nor cut.'),
  checkpoints: count.describe('Summaries and cuts that were ever accepted.'),
  activeCheckpoints: count.describe('Summaries and cuts that hold now.'),
  position: count.describe('The newest position of the journal; each event has one, from 1 on.'),
  applied: count.describe('How far the view has been brought.'),
  head: count.describe('How far the journal reaches; events beyond `applied` wait.'),
};

/** What a conversation is called by (`PATCH /v1/conversations/{id}`), and its times. */
const about = {
  title: z
    .string()
    .nullable()
    .meta({ description: 'Null where nobody gave it one.', examples: ['Lost parcel'] }),
  user: z
    .string()
    .nullable()
    .meta({ description: 'Whose conversation it is.', examples: ['user-17'] }),
  metadata: metadataSchema.meta({
    description: 'Texts, numbers, true and false by key.',
    examples: [{ project: 'returns' }],
  }),
  createdAt: time.describe('When its first event was taken.'),
  updatedAt: time.describe('When its newest event was taken.'),
};

export const listingSchema = z.object({
  ...figures,
  ...about,
  policy: z.string().nullable().describe('The name of its policy; null where a document was assigned.'),
});

export const stateSchema = z.object({
  ...figures,
  ...about,
  conflicts: count.describe('Events whose id came again with another body; the dead letters show them.'),
  tokens: count.describe('Tokens of the live messages, in the encoding of the policy, without overhead.'),
  viewVersion: count.describe('The position that the view was last changed at.'),
  openCalls: z.array(z.string()).describe('Ids of tool calls that have no result yet.'),
  policy: z
    .object({
      name: z.string().nullable().describe('The name of the policy; null where a document was assigned.'),
      version: z.string().describe('The SHA-256 of the resolved policy.'),
      origin: z.enum(['default', 'assigned']).describe('Whether the default holds, or one was assigned.'),
      document: policySchema.describe('Every setting of the policy, resolved.'),
    })
    .describe('The policy that holds.'),
  dueWork: z
    .array(
      z.object({
        mechanism: z.string().describe('What is to be done.'),
        attempt: count.describe('Which attempt is the next one, or the one in hand.'),
        failures: count.describe('Attempts that failed.'),
        failed: z.boolean().describe('Whether it was given up.'),
        lastError: z.string().nullable().describe('Why the newest attempt failed; null where none did.'),
        since: time.describe('Since when it is due.'),
      }),
    )
    .describe('Reduction work that is due or in hand.'),
  hints: z.array(reasonSchema).describe('Why the conversation was or was not reduced.'),
  parked: reasonSchema.nullable().describe('Why no more events are applied; null where they are.'),
  model: z.string().nullable().describe('The model of the newest ModelSwitched; null where there was none.'),
});

export const historyQuery = journalQuery.extend({
  format: z
    .enum(['messages', 'events'])
    .default('messages')
    .describe('The messages alone, or every event with what became of it.'),
});

export const historyItemSchema = z.object({
  id: z.string().describe('The event id of the message.'),
  position: count.describe('Its position in the journal.'),
  time: time.describe('When it was said, as its event says.'),
  role: roleSchema.describe('Who says it, in the canonical sense.'),
  message: jsonObject.describe('The message in the format that it came in, exactly as it came.'),
});

/** A part of a long message's text; without either it comes whole. The service knows the largest `limit`. */
export const messageQuery = z.strictObject({
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The character of the text to begin at, from 0; 0 where only `limit` is given.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('How many characters at most; the service sets the largest.'),
});

export const messageTextSchema = historyItemSchema.omit({ message: true }).extend(textPageSchema.shape);

export const eventItemSchema = z.object({
  id: z.string().describe('The id of the event.'),
  position: count.describe('Its position in the journal.'),
  type: z.string().describe('What happened, such as `MessageAppended`.'),
  time: time.describe('When it happened, as the event says.'),
  status: z
    .enum(['applied', 'ignored', 'refused', 'parked'])
    .describe(
      'What became of it: `ignored` ones have no effect, `refused` ones broke a rule, `parked` ones wait for a newer version.',
    ),
  error: reasonSchema.nullable().describe('Why it was not applied; null where it was.'),
  data: z.unknown().describe('The body of the event, exactly as it came.'),
});

export const checkpointSchema = z.object({
  id: z.string().describe('The event id of the summary or cut; `ref` of a recall.'),
  from: count.describe('The position of the first message that it covers.'),
  to: count.describe('The position of the last one.'),
  messages: z
    .object({ from: count.describe('The first one.'), to: count.describe('The one after the last.') })
    .describe('The unpinned messages that it covers, counted from 0.'),
  status: z
    .enum(['active', 'superseded', 'revoked', 'refused', 'retired'])
    .describe(
      'Whether it holds: `superseded` by a later one, `revoked` by request, `refused` when it came, `retired` with its bulk.',
    ),
  summary: z.string().nullable().describe('The text that is shown instead; null for a cut.'),
  strategy: z.enum(['llm', 'none']).describe('Whether a model wrote a summary, or nothing is shown instead.'),
  mode: z
    .enum(summaryModes)
    .describe('Whether summaries stand one after another, or each takes the earlier one in.'),
  supersedes: z.array(z.string()).describe('Ids of the ones that it replaces.'),
  basis: count.describe('The position that it was decided at.'),
  tokensBefore: count.describe('Tokens of what it covers.'),
  tokensAfter: count.describe('Tokens of the summary.'),
  createdAt: time.nullable().describe('When it took effect; null where that is not known.'),
  summarizer: z.string().nullable().describe('The model that wrote it; null for a cut.'),
  refusal: z.string().nullable().describe('Why it was refused; null where it was not.'),
});

export const revokeRequestSchema = z.strictObject({
  reason: z.string().max(1000).optional().describe('Why, for whoever reads the journal.'),
});
