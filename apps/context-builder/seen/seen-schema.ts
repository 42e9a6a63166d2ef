import { formatSchema } from '@verbatim/conversation';
import { z } from 'zod';
import { count } from '../http/schemas/common';
import { noticeSchema, segmentSchema } from '../serving/receipt';

/** Characters of a text that is not asked for in full. */
export const SEEN_CHARACTERS = 400;

const reason = z.object({
  code: z.string().describe('Stable; such as summarised, window-cut, plugin-dropped, result-omitted'),
  event: z.string().optional().describe('The checkpoint or event that decided it'),
  detail: z.string().describe('The rule, in words'),
});

const instead = reason.extend({
  tokens: z.int().nullable().describe("What the message itself takes, in the policy's encoding"),
});

const figures = z.object({ messages: count, tokens: count });

export const seenSegmentSchema = segmentSchema.extend({
  position: z.int().nullable().describe('Of its event in the journal; null of a pending message'),
  text: z.string().describe('What it says: a call as name(arguments), a summary without its tags'),
  characters: count.describe('Of the whole text'),
  instead: instead.optional().describe('Of a replacement: why it stands in the place of the message'),
});
export type SeenSegment = z.output<typeof seenSegmentSchema>;

export const seenSchema = z.object({
  callId: z.string(),
  ordinal: count.describe('Which call of its conversation it is, from 1'),
  conversation: z.string(),
  createdAt: z.string(),
  model: z.string(),
  target: formatSchema,
  position: count.describe('Newest event of the journal that the context was made of'),
  messages: z
    .object({ stored: count, shown: count, hidden: count })
    .describe('Messages of the journal at that position: all of them are either shown or hidden'),
  tokens: count,
  original: figures.nullable().describe('The whole history; null of a receipt that does not know it'),
  sha256: z.string(),
  segments: z.array(seenSegmentSchema),
  hidden: z
    .array(
      z.object({
        from: count.describe('Position of the first message'),
        to: count.describe('Position of the last message'),
        count,
        tokens: count.describe("In the policy's encoding"),
        reason,
      }),
    )
    .describe('Stored messages that are not shown, in ranges of one reason'),
  degraded: z.array(noticeSchema),
  losses: z.array(noticeSchema),
  repairs: z.array(noticeSchema),
});
export type SeenAnswer = z.output<typeof seenSchema>;

const changed = seenSegmentSchema
  .pick({ event: true, position: true, kind: true, role: true, tokens: true, text: true })
  .extend({ reason });
export type Changed = z.output<typeof changed>;

const side = seenSegmentSchema.pick({ kind: true, tokens: true, text: true });
const replaced = seenSegmentSchema
  .pick({ event: true, position: true, role: true })
  .extend({ before: side, after: side, reason });
export type Replaced = z.output<typeof replaced>;

export const callDiffSchema = z.object({
  from: z.object({ callId: z.string(), ordinal: count }),
  to: z.object({ callId: z.string(), ordinal: count }),
  added: z.array(changed).describe('What the second call shows and the first does not'),
  removed: z.array(changed).describe('What the first call shows and the second does not'),
  replaced: z.array(replaced).describe('What both show, each in another way'),
  why: z
    .array(z.object({ code: z.string(), detail: z.string(), count: count.optional() }))
    .describe('What was different about the calls, then the reasons of all changes, counted'),
});
export type CallDiff = z.output<typeof callDiffSchema>;

export const seenQuery = z.strictObject({
  full: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe(`Whole texts; the first ${SEEN_CHARACTERS} characters of each without it`),
});
