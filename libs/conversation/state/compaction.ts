/** A tool result that is long enough to be compacted (SPEC 4). */
export interface LongResult {
  /** Its number over the conversation, from 1. */
  readonly result: number;
  readonly position: number;
  readonly ordinal: number;
  readonly callId: string;
  readonly characters: number;
  readonly run: number;
  readonly iteration: number;
  /** Position of the newest user message before it: what it was asked for. */
  readonly question: number | null;
}

/** A decision that waits for its event: a summary to be written, or a truncation to be put on record. */
export interface OwedCompaction extends LongResult {
  readonly part: 'postRun' | 'inRun';
  readonly mode: 'truncated' | 'summarized';
}

/** What of tool-output compaction is not settled yet. */
export interface Compaction {
  /** Position of the newest user message that says something, results apart. */
  readonly question: number | null;
  /** Long results of the run that is open. */
  readonly candidates: readonly LongResult[];
  /** In the order of the decisions. */
  readonly owed: readonly OwedCompaction[];
}

export const noCompaction: Compaction = { question: null, candidates: [], owed: [] };
