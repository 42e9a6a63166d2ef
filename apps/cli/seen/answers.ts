import { z } from 'zod';

const count = z.int();
const reason = z.object({ code: z.string(), event: z.string().optional(), detail: z.string() });

const segment = z.object({
  event: z.string(),
  position: count.nullable(),
  kind: z.string(),
  role: z.string(),
  tokens: count,
  text: z.string(),
  instead: reason.extend({ tokens: count.nullable() }).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

/** What is read of `GET /v1/calls/{id}/seen`. */
export const seenAnswer = z.object({
  callId: z.string(),
  ordinal: count,
  createdAt: z.string(),
  model: z.string(),
  messages: z.object({ stored: count, shown: count, hidden: count }),
  tokens: count,
  original: z.object({ messages: count, tokens: count }).nullable(),
  sha256: z.string(),
  segments: z.array(segment),
  hidden: z.array(z.object({ from: count, to: count, count, tokens: count, reason })),
  degraded: z.array(reason),
  losses: z.array(reason),
  repairs: z.array(reason),
});

const changed = segment.pick({ event: true, position: true, role: true }).extend({ reason });
const side = segment.pick({ kind: true, tokens: true, text: true });
const named = z.object({ callId: z.string(), ordinal: count });

/** What is read of `GET /v1/calls/{id}/diff/{other}`. */
export const diffAnswer = z.object({
  from: named,
  to: named,
  added: z.array(changed.extend(side.shape)),
  removed: z.array(changed.extend(side.shape)),
  replaced: z.array(changed.extend({ before: side, after: side })),
  why: z.array(reason.extend({ count: count.optional() })),
});

export type Seen = z.infer<typeof seenAnswer>;
export type SeenSegment = Seen['segments'][number];
export type Diff = z.infer<typeof diffAnswer>;
