import type { AppendRequest, ContextAnswer, ContextRequest, HistoryPage, RecallRequest } from './api';
import type { ContextBody, Format } from './bodies';
import type { CallOptions } from './http';

/** A message of a format, or its JSON text, which is kept as it is: numbers that JavaScript cannot hold survive. */
export type WrittenMessage = object | string;

export interface AppendOptions extends CallOptions, Omit<AppendRequest, 'messages'> {
  /** Of 1 to 200 characters: the same messages with the same key again change nothing. Else one is made up. */
  readonly idempotencyKey?: string | undefined;
  /** True to come back only when the last message can be read; asks with the scope `read`. */
  readonly wait?: boolean | undefined;
}

export interface ContextOptions<F extends Format>
  extends CallOptions, Omit<ContextRequest, 'target' | 'pending'> {
  readonly target?: F | undefined;
  readonly pending?: readonly { readonly id: string; readonly message: WrittenMessage }[] | undefined;
}

export interface ServedContext<F extends Format> extends Omit<ContextAnswer, 'target' | 'body'> {
  readonly target: F;
  /** Parsed: integers beyond 2^53 and the zero of `1.0` are lost here, and only here. */
  readonly body: ContextBody<F>;
  /** The exact text that `sha256` is of. A runtime that forwards it adds what the call needs: `{"model":"…",${bodyText.slice(1)}`. */
  readonly bodyText: string;
}

/** `message` as it came, but parsed: see `ServedContext.body`. */
export type HistoryItem = Extract<HistoryPage['items'][number], { readonly message: unknown }>;

export interface HistoryOptions extends CallOptions {
  /** A position of the journal; its beginning where it is left out. */
  readonly from?: number | undefined;
}

export interface RecallOptions extends CallOptions, Omit<RecallRequest, 'ref'> {}
