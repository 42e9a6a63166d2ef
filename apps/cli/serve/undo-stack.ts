import type { Logger } from '@verbatim/platform';

/** What was begun and must be ended, the last first; each at most once. */
export class UndoStack {
  private readonly steps: { readonly what: string; readonly undo: () => Promise<void> }[] = [];

  constructor(private readonly logger: Logger) {}

  push(what: string, undo: () => Promise<void>): void {
    this.steps.push({ what, undo });
  }

  /** Goes on where a step fails, so that nothing else stays behind. @throws the first failure, at the end */
  async unwind(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      try {
        await step.undo();
        this.logger.debug({ stopped: step.what }, 'stopped');
      } catch (error) {
        this.logger.error({ err: error }, `${step.what} did not stop as it should`);
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
