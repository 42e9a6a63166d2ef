import { z } from 'zod';

const LONGEST_PAGE = 1000;

export const count = z.int().min(0);
export const jsonObject = z.record(z.string(), z.unknown());
/** A time of the service's own, as answers have it. */
export const time = z.string().meta({ format: 'date-time' });

const limit = z.coerce
  .number()
  .int()
  .min(1)
  .max(LONGEST_PAGE)
  .default(100)
  .describe('How many items the page has at most.');

const after = z
  .string()
  .min(1)
  .optional()
  .describe('The `next` of the page before; left out, it is the first page.');

/** Pages of a list: `after` is the `next` of the page before. */
export const pageQuery = z.strictObject({ after, limit });

/** As `pageQuery`, of a list by time. A cursor goes on in the order that it came from. */
export const timedPageQuery = pageQuery.extend({
  order: z
    .enum(['oldest', 'newest'])
    .default('oldest')
    .meta({
      description: 'Which come first; give the same `order` with every `after`.',
      examples: ['newest'],
    }),
});

/** Pages of a conversation's journal, from a position on. */
export const journalQuery = z.strictObject({
  from: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .default(1)
    .describe('The position of the journal to begin at; the `next` of the page before.'),
  limit,
});

/** A parameter that is `true` or `false`, and false where it is left out. */
export const flagQuery = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

export const noQuery = z.strictObject({});

export function pageSchema<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item).describe('What this page has of the list.'),
    next: z
      .string()
      .nullable()
      .describe('What the page after is asked for with (`after`, in histories `from`); null at the end.'),
  });
}

/** The 202 answer of whatever publishes events; `cursor` may be waited for with `after`. */
export const publishedSchema = z.object({
  events: z
    .array(z.object({ id: z.string().describe('The id of the event, given or made.') }))
    .describe('The events that were published, in the order of the request.'),
  cursor: z
    .string()
    .describe(
      'Where they are in the log. As `after` of a context it makes the context wait until it holds them.',
    ),
});

export const problemSchema = z.looseObject({
  type: z.string().describe('A URN of the code.'),
  title: z.string().describe('The code in words.'),
  status: z.int().describe('The HTTP status.'),
  code: z.string().describe('Stable: programs may rely on it.'),
  detail: z
    .string()
    .describe(
      'One sentence: what was wrong, where, and what to do; figures stand beside it in members of their own.',
    ),
});

export const reasonSchema = z.object({
  code: z.string().describe('Stable: programs may rely on it.'),
  detail: z.string().describe('The reason in a sentence.'),
});
