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

/** What is read of a receipt, `GET /v1/calls/{id}`. */
export const receiptAnswer = z.object({
  sha256: z.string(),
  position: count,
  segments: z.array(segment),
});

/** What is read of a state, `GET /v1/conversations/{id}`. */
export const stateAnswer = z.object({
  checkpoints: count,
  dueWork: z.array(z.object({ mechanism: z.string(), failures: count, lastError: z.string().nullable() })),
});

/** What is read of an item of `GET …/checkpoints`. */
export const checkpointAnswer = z.object({
  id: z.string(),
  status: z.string(),
  messages: z.object({ from: count, to: count }),
  summary: z.string().nullable(),
  summarizer: z.string().nullable(),
  tokensBefore: count,
  tokensAfter: count,
});

/** One context that was served, beside the whole history as it was then. Tokens are counted the same way in both. */
export interface ServedCall {
  /** From 1. */
  readonly number: number;
  readonly callId: string;
  readonly shown: number;
  readonly tokens: number;
  readonly history: { readonly messages: number; readonly tokens: number };
  readonly summaries: number;
  /** Tool results shown as a placeholder. */
  readonly omitted: number;
  /** Codes of what the service could not do as the policy says, or could not carry. */
  readonly notices: readonly string[];
}

/** @throws ZodError where the answer is not of the shape of SPEC 9 */
export function servedCall(answer: unknown, number: number, history: ServedCall['history']): ServedCall {
  const { callId, tokens, segments, degraded, losses } = contextAnswer.parse(answer);
  const isOmitted = ({ kind, metadata }: (typeof segments)[number]): boolean =>
    kind === 'replacement' && metadata?.['missingResult'] === undefined;
  return {
    number,
    callId,
    shown: segments.length,
    tokens,
    history,
    summaries: segments.filter(({ kind }) => kind === 'summary').length,
    omitted: segments.filter(isOmitted).length,
    notices: [...new Set([...degraded, ...losses].map(({ code }) => code))],
  };
}
