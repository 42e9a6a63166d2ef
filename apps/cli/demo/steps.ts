import type { Seen } from '../seen/answers';
import type { ServedCall } from './served-call';

/** One message that the service took; `number` counts unpinned ones from 1, as `messages` of a summary does. */
export interface MessageStep {
  readonly step: 'message';
  readonly number: number | null;
  readonly role: string;
  readonly about: string;
  /** Unicode code points of its text. */
  readonly characters: number;
}

/** A message or a context that the service refused, and what to do about it. */
export interface RefusalStep {
  readonly step: 'refusal';
  readonly what: string;
  readonly code: string;
  readonly detail: string;
  readonly advice: string;
}

/** A checkpoint took effect: messages `from` to `to` (both included) are shown as its summary, or not at all. */
export interface SummaryStep {
  readonly step: 'summary';
  readonly from: number;
  readonly to: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** What wrote the summary; null where messages were cut without one. */
  readonly by: string | null;
}

/** What a past call saw, and what two independent ways of making it again gave. */
export interface PastCallStep {
  readonly step: 'past-call';
  readonly call: ServedCall;
  readonly seen: Seen;
  readonly sha256: string;
  readonly bySegments: string;
  readonly byFold: string;
}

export interface TotalsStep {
  readonly step: 'totals';
  readonly messages: number;
  readonly unchanged: boolean;
  readonly calls: number;
  readonly checkpoints: number;
  readonly omitted: number;
  readonly last: { readonly history: number; readonly served: number } | null;
  readonly all: { readonly history: number; readonly served: number };
}

/** What a demonstration tells, in this order of time. With `--json` each is a line. */
export type Step =
  | {
      readonly step: 'start';
      readonly what: string;
      readonly url: string;
      /** Where the events are kept. */
      readonly log: string;
      /** The folder whose data stay; null where they go with the demonstration. */
      readonly kept: string | null;
      readonly policy: string;
      readonly summaries: string;
    }
  | MessageStep
  | ({ readonly step: 'call' } & ServedCall)
  | RefusalStep
  | SummaryStep
  | { readonly step: 'summary-owed'; readonly reason: string }
  | { readonly step: 'no-summary'; readonly omitted: boolean }
  | PastCallStep
  | TotalsStep
  | { readonly step: 'next'; readonly commands: readonly (readonly [command: string, does: string])[] };

export type Tell = (step: Step) => void;
