/** A call that nobody answered, or an approval that was asked for and not given (the ledger shows them). */
export interface Obligation {
  readonly kind: 'call' | 'approval';
  /** Of an approval that is for no call of ours, the approval's id. */
  readonly callId: string;
  /** Of the tool, as far as a ledger shows it. */
  readonly name: string;
  /** Of the message that made or asked for it. */
  readonly event: string;
  readonly position: number;
  readonly ordinal: number;
  /** Position of the group that its call belongs to; null for an approval that is for no call of ours. */
  readonly group: number | null;
  /** Id of the approval that is asked for; null where none is, or it was given. */
  readonly approval: string | null;
}
