import { contextAnswer, type Segment } from './answers';

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
  const isOmitted = ({ kind, metadata }: Segment): boolean =>
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
