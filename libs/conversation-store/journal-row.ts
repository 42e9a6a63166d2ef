/** Names a conversation everywhere. */
export interface ConversationKey {
  readonly tenant: string;
  readonly conversation: string;
}

/** An event as the projector keeps it. Positions and offsets are below 2^53. */
export interface JournalRow extends ConversationKey {
  readonly position: number;
  readonly eventId: string;
  readonly type: string;
  readonly dataversion: number;
  readonly source: string | null;
  readonly time: string | null;
  readonly causationId: string | null;
  readonly correlationId: string | null;
  /** SHA-256 of type, subject, dataversion and data: what makes two bodies the same. */
  readonly bodyHash: Buffer;
  readonly mode: 'structured' | 'binary';
  readonly recordKey: Buffer | null;
  /** The record's headers as JSON of name to base64, for binary mode. */
  readonly headers: Buffer | null;
  readonly payload: Buffer | null;
  readonly salt: Buffer | null;
  readonly link: Buffer;
  readonly tokens: number | null;
  readonly encoding: string | null;
  readonly ignored: { readonly code: string; readonly detail: string } | null;
  /** Null for what the projector itself journals: a conversation's opening policy. */
  readonly log: { readonly topic: string; readonly partition: number; readonly offset: number } | null;
}

/** A journal row as it is read back. */
export interface StoredEvent extends JournalRow {
  readonly receivedAt: Date;
}
