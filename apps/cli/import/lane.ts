import { Batch } from './batches';
import type { Entry } from './source';

/** What is done with a batch: first what may be done ahead, then what must wait until the batch before it is through. */
export interface BatchSteps {
  prepare(entries: readonly Entry[]): Promise<readonly Entry[]>;
  send(entries: readonly Entry[]): Promise<void>;
}

/** Entries of some conversations on their way, in order: one batch in flight, one prepared, one that is being filled. */
export class Lane {
  private filling = new Batch();
  private sent: Promise<void> = Promise.resolve();

  constructor(private readonly steps: BatchSteps) {}

  /** Waits while as much as may be is on its way. @throws what a step threw for an earlier batch */
  async add(entry: Entry): Promise<void> {
    if (this.filling.isFullFor(entry)) await this.dispatch();
    this.filling.add(entry);
  }

  /** Sends what there is. */
  async finish(): Promise<void> {
    if (this.filling.entries.length > 0) await this.dispatch();
    await this.sent;
  }

  /** Waits for what is in flight; what was not sent by then is left. */
  settle(): Promise<void> {
    return this.sent;
  }

  private async dispatch(): Promise<void> {
    const { entries } = this.filling;
    this.filling = new Batch();
    const [prepared] = await Promise.all([this.steps.prepare(entries), this.sent]);
    this.sent = this.steps.send(prepared);
    // Who waits for it next meets the error; until then it is nobody's.
    this.sent.catch(() => undefined);
  }
}
