import { z } from 'zod';

const count = z.int();
const segment = z.object({
  event: z.string(),
  kind: z.string(),
  role: z.string(),
  tokens: count,
  metadata: z.record(z.string(), z.unknown()).optional(),
});

/** What is read of an answer to `POST …/context`. */
export const contextAnswer = z.object({
  callId: z.string(),
  tokens: count,
  segments: z.array(segment),
  degraded: z.array(z.object({ code: z.string() })),
  losses: z.array(z.object({ code: z.string() })),
});

/** What is read of a state, `GET /v1/conversations/{id}`. */
export const stateAnswer = z.object({
  checkpoints: count,
  dueWork: z.array(z.object({ mechanism: z.string(), failures: count, lastError: z.string().nullable() })),
});

const checkpoint = z.object({
  id: z.string(),
  status: z.string(),
  messages: z.object({ from: count, to: count }),
  summary: z.string().nullable(),
  summarizer: z.string().nullable(),
  tokensBefore: count,
  tokensAfter: count,
});

/** What is read of `GET …/checkpoints`. */
export const checkpointsAnswer = z.object({ items: z.array(checkpoint) });

export type State = z.infer<typeof stateAnswer>;
export type Checkpoint = z.infer<typeof checkpoint>;
export type Segment = z.infer<typeof segment>;
