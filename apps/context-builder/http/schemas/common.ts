import { z } from 'zod';

const LONGEST_PAGE = 1000;

export const count = z.int().min(0);
export const jsonObject = z.record(z.string(), z.unknown());

const limit = z.coerce.number().int().min(1).max(LONGEST_PAGE).default(100);

/** Pages of a list: `after` is the `next` of the page before. */
export const pageQuery = z.strictObject({ after: z.string().min(1).optional(), limit });

/** As `pageQuery`, of a list by time. A cursor goes on in the order that it came from. */
export const timedPageQuery = pageQuery.extend({
  order: z
    .enum(['oldest', 'newest'])
    .default('oldest')
    .meta({
      description: 'Which come first; give the same `order` with every `after`',
      examples: ['newest'],
    }),
});

/** Pages of a conversation's journal, from a position on. */
export const journalQuery = z.strictObject({
  from: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).default(1),
  limit,
});

/** A parameter that is `true` or `false`, and false where it is left out. */
export const flagQuery = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

export const noQuery = z.strictObject({});

export function pageSchema<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}

/** The 202 answer of whatever publishes events; `cursor` may be waited for with `after`. */
export const publishedSchema = z.object({
  events: z.array(z.object({ id: z.string() })),
  cursor: z.string(),
});

export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
});

export const reasonSchema = z.object({ code: z.string(), detail: z.string() });
