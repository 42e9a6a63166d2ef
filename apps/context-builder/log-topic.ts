import { setTimeout as sleep } from 'node:timers/promises';
import { VerbatimError } from '@verbatim/conversation';
import { CONVERSATION_EVENTS, type EventLog } from '@verbatim/event-log';
import type { Logger } from '@verbatim/platform';

const RETRY_MS = 5_000;

/**
 * The topic that is appended to. Reading and serving go on without the log: one that is out of reach at the start is
 * looked at again until it is there.
 */
export class LogTopic {
  private readonly stopping = new AbortController();
  private problem: string | null = null;

  constructor(
    private readonly log: EventLog,
    private readonly partitions: number,
    private readonly logger: Logger,
  ) {}

  /** Why nothing can be appended; null where nothing is known against it. */
  get fault(): string | null {
    return this.problem;
  }

  /** @throws VerbatimError `topic-unsuitable` where the log is within reach and its topic is not fit */
  async ensure(): Promise<void> {
    if (!(await this.isThere())) void this.lookAgain();
  }

  stop(): void {
    this.stopping.abort();
  }

  private async isThere(): Promise<boolean> {
    try {
      await this.log.ensureTopic(CONVERSATION_EVENTS, { partitions: this.partitions });
      this.problem = null;
      return true;
    } catch (error) {
      if (!(error instanceof VerbatimError) || error.code !== 'log-unavailable') throw error;
      this.problem = error.message;
      this.logger.warn(
        { err: error },
        'the log is out of reach: contexts are served, nothing can be appended',
      );
      return false;
    }
  }

  private async lookAgain(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        if (await this.isThere()) return;
      } catch (error) {
        this.problem = error instanceof Error ? error.message : String(error);
        this.logger.error({ err: error }, 'the log cannot be appended to');
      }
    }
  }
}
