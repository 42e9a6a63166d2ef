import type { Range, SummaryRecord } from '../events';

/** A ConversationCheckpoint as the fold knows it. Only active ones stand in the view. */
export interface ConversationCheckpoint {
  readonly id: string;
  readonly range: Range;
  /** What of SPEC 5 it is; `checkpoint` is that of a history of checkpoints. */
  readonly kind: 'checkpoint' | 'attention' | 'topic' | 'bulk';
  /** Of an attention or topic summary the topic, of a bulk's the bulk. */
  readonly topic: string | null;
  /** A retired one still covers its range and is not shown. */
  readonly status: 'active' | 'superseded' | 'revoked' | 'refused' | 'retired';
  /** Null for a cut. */
  readonly summary: string | null;
  readonly strategy: 'llm' | 'none';
  readonly mode: 'layered' | 'single';
  readonly supersedes: readonly string[];
  readonly basis: number;
  readonly policyVersion: string;
  readonly summarizer: string | null;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Position at which it took effect: its own event's, or that of the message at which the fold decided a cut. */
  readonly decidedAt: number;
  /** Position of its event; null while a cut of the fold is not on record yet. */
  readonly recordedAt: number | null;
  readonly createdAt: string | null;
  readonly refusal: string | null;
  readonly record: SummaryRecord;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
}
