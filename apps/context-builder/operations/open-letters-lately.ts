import { PostgresDeadLetterStore, type DeadLetterStore } from '@verbatim/conversation-store';

const REMEMBERED_MS = 30_000;

type Counts = ReturnType<DeadLetterStore['open']>;

/** Counts open letters once in half a minute, for metrics: a count reads all letters there ever were. */
export class OpenLettersLately extends PostgresDeadLetterStore {
  private counted: { readonly at: number; readonly counts: Counts } | null = null;

  override open(): Counts {
    if (this.counted && Date.now() - this.counted.at < REMEMBERED_MS) return this.counted.counts;
    const counted = { at: Date.now(), counts: super.open() };
    this.counted = counted;
    counted.counts.catch(() => this.forget(counted));
    return counted.counts;
  }

  /** What was decided here is seen at once. */
  override async settle(...decision: Parameters<DeadLetterStore['settle']>): Promise<boolean> {
    const isSettled = await super.settle(...decision);
    this.counted = null;
    return isSettled;
  }

  private forget(counted: object): void {
    if (this.counted === counted) this.counted = null;
  }
}
