import { formatSchema } from '@verbatim/conversation';
import { z } from 'zod';
import { count, time } from '../http/schemas/common';
import { noticeSchema, segmentSchema } from '../serving/receipt';

/** Characters of a text that is not asked for in full. */
export const SEEN_CHARACTERS = 400;

const reason = z.object({
  code: z.string().describe('Stable; such as summarised, window-cut, plugin-dropped, result-omitted.'),
  event: z.string().optional().describe('The checkpoint or event that decided it.'),
  detail: z.string().describe('The rule, in words.'),
});

const instead = reason.extend({
  tokens: z.int().nullable().describe("What the message itself takes, in the policy's encoding."),
});

const figures = z.object({
  messages: count.describe('Messages.'),
  tokens: count.describe('Their tokens.'),
});

export const seenSegmentSchema = segmentSchema.extend({
  position: z.int().nullable().describe('Of its event in the journal; null of a pending message.'),
  text: z.string().describe('What it says: a call as name(arguments), a summary without its tags.'),
  characters: count.describe('Of the whole text.'),
  instead: instead.optional().describe('Of a replacement: why it stands in the place of the message.'),
});
export type SeenSegment = z.output<typeof seenSegmentSchema>;

export const seenSchema = z.object({
  callId: z.string().describe('The id of the call.'),
  ordinal: count.describe('Which call of its conversation it is, from 1.'),
  conversation: z.string().describe('The conversation that the context is of.'),
  createdAt: time.describe('When it was served.'),
  model: z.string().describe('The model that was asked for.'),
  target: formatSchema.describe('The form that it was served in.'),
  position: count.describe('Newest event of the journal that the context was made of.'),
  messages: z
    .object({
      stored: count.describe('All of them.'),
      shown: count.describe('Those that the context shows.'),
      hidden: count.describe('Those that it does not show.'),
    })
    .describe('Messages of the journal at that position: all of them are either shown or hidden.'),
  tokens: count.describe('Tokens of the context.'),
  original: figures.nullable().describe('The whole history; null of a receipt that does not know it.'),
  sha256: z.string().describe('The SHA-256 of the bytes served.'),
  segments: z.array(seenSegmentSchema).describe('What the context shows, in its order.'),
  hidden: z
    .array(
      z.object({
        from: count.describe('Position of the first message.'),
        to: count.describe('Position of the last message.'),
        count: count.describe('How many messages.'),
        tokens: count.describe("In the policy's encoding."),
        reason: reason.describe('Why they are not shown.'),
      }),
    )
    .describe('Stored messages that are not shown, in ranges of one reason.'),
  degraded: z.array(noticeSchema).describe('What the service could not do as the policy says.'),
  losses: z.array(noticeSchema).describe('What the target could not carry.'),
  repairs: z.array(noticeSchema).describe('What had to change to be valid for the provider.'),
});
export type SeenAnswer = z.output<typeof seenSchema>;

const changed = seenSegmentSchema
  .pick({ event: true, position: true, kind: true, role: true, tokens: true, text: true })
  .extend({ reason: reason.describe('Why it is shown here and not there.') });
export type Changed = z.output<typeof changed>;

const side = seenSegmentSchema.pick({ kind: true, tokens: true, text: true });
const replaced = seenSegmentSchema.pick({ event: true, position: true, role: true }).extend({
  before: side.describe('As the first call shows it.'),
  after: side.describe('As the second call shows it.'),
  reason: reason.describe('Why it is shown in another way.'),
});
export type Replaced = z.output<typeof replaced>;

const named = z.object({
  callId: z.string().describe('The id of the call.'),
  ordinal: count.describe('Which call of its conversation it is, from 1.'),
});

export const callDiffSchema = z.object({
  from: named.describe('The first call.'),
  to: named.describe('The second call.'),
  added: z.array(changed).describe('What the second call shows and the first does not.'),
  removed: z.array(changed).describe('What the first call shows and the second does not.'),
  replaced: z.array(replaced).describe('What both show, each in another way.'),
  why: z
    .array(
      z.object({
        code: z.string().describe('Stable.'),
        detail: z.string().describe('What it is, in words.'),
        count: count.optional().describe('How many changes have this reason.'),
      }),
    )
    .describe('What was different about the calls, then the reasons of all changes, counted.'),
});
export type CallDiff = z.output<typeof callDiffSchema>;

export const seenQuery = z.strictObject({
  full: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe(`Whole texts; the first ${SEEN_CHARACTERS} characters of each without it.`),
});
