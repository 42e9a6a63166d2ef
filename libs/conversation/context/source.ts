import type { Message } from '../message';
import type { ConversationCheckpoint, Group, Head, Item } from '../state';

/** A journaled message that a context may show, with the tokens of its content in the model's encoding. */
export interface SourceMessage {
  readonly item: Item;
  readonly message: Message;
  readonly tokens: number;
}

/** A message that a runtime hands over with its request, not journaled yet. */
export interface PendingMessage {
  readonly id: string;
  readonly message: Message;
  readonly tokens: number;
}

/** All that a context is made of: one snapshot of a conversation. */
export interface ContextSource {
  readonly head: Head;
  /**
   * By position: pinned messages; the newest live ones, at least as many as the window holds; the live calls of groups
   * that are open or unread, however old; and every result of a call among these, covered ones too.
   */
  readonly messages: readonly SourceMessage[];
  /** Groups of those messages. */
  readonly groups: readonly Group[];
  /** Active checkpoints that have a summary. */
  readonly summaries: readonly ConversationCheckpoint[];
  /** Also where a checkpoint covers it or the window would not reach it. */
  readonly newestUser: SourceMessage | null;
  readonly pending: readonly PendingMessage[];
}

/** What the model and the request allow. Token figures are the model's. */
export interface ContextLimits {
  /** Most unpinned messages. */
  readonly messages: number;
  /** Most tokens of the rendered body and the request's tools together. */
  readonly tokens: number;
  readonly toolTokens: number;
  /** Share of a ceiling by which a cut moves at once; 0 cuts exactly. */
  readonly cutStep: number;
  /** The same of summaries, where that is another: engine 2 cut them exactly. */
  readonly summaryStep?: number;
  readonly overhead: { readonly perMessage: number; readonly perRequest: number };
  /** Share added to counts where the model's tokeniser is not known exactly. */
  readonly margin: number;
}

/** Tokens of a text in the model's encoding. */
export type CountTokens = (text: string) => number;

export interface ComposeOptions {
  readonly overhead: ContextLimits['overhead'];
  readonly count: CountTokens;
  /** What to do with a call that nobody has answered yet. */
  readonly openCalls: 'refuse' | 'placeholder';
}

/** Something an answer reports: a loss, a repair or a reason why it is degraded. */
export interface Notice {
  readonly code: string;
  readonly event?: string;
  readonly part?: number;
  readonly detail: string;
}
