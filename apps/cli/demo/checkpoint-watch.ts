import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../api-client';
import { checkpointsAnswer, contextAnswer, stateAnswer, type Checkpoint, type State } from './answers';
import type { Tell } from './steps';

const POLL_MS = 25;
/** How long the summarizer is waited for between two calls, where a real runtime waits for its model. */
const PATIENCE_MS = 60_000;

/** Tells of a conversation's checkpoints, each once, before the first call that shows its effect. */
export class CheckpointWatch {
  private readonly known = new Set<string>();
  private patience = PATIENCE_MS;

  /** `path` is the conversation's. */
  constructor(
    private readonly client: ApiClient,
    private readonly path: string,
    private readonly tell: Tell,
  ) {}

  get told(): number {
    return this.known.size;
  }

  /** The summarizer failed or took too long: no summary is waited for any more. */
  get gaveUp(): boolean {
    return this.patience === 0;
  }

  /** Those that a context shows: a cut was made with the messages it holds, a summary may have come after it. */
  async tellShown(context: unknown): Promise<void> {
    const { segments } = contextAnswer.parse(context);
    const shows = (id: string): boolean => segments.some(({ event }) => event === id);
    await this.tellNew(await this.state(), ({ id, summary }) => summary === null || shows(id));
  }

  /** While a model would answer, the summarizer works: waits for a summary that is due, then tells of new ones. */
  async settle(): Promise<void> {
    for (const deadline = Date.now() + this.patience; ; await sleep(POLL_MS)) {
      const state = await this.state();
      await this.tellNew(state, () => true);
      const due = state.dueWork.find(({ mechanism }) => mechanism === 'history');
      if (due === undefined) return;
      if (due.failures === 0 && Date.now() < deadline) continue;
      return this.giveUp(due.lastError ?? 'the summarizer has not answered yet');
    }
  }

  private giveUp(reason: string): void {
    if (!this.gaveUp) this.tell({ step: 'summary-owed', reason });
    this.patience = 0;
  }

  private async state(): Promise<State> {
    return stateAnswer.parse((await this.client.get(this.path)).value());
  }

  private async tellNew(state: State, timely: (one: Checkpoint) => boolean): Promise<void> {
    if (state.checkpoints <= this.known.size) return;
    const list = checkpointsAnswer.parse((await this.client.get(`${this.path}/checkpoints`)).value());
    for (const one of list.items) {
      if (one.status === 'refused' || this.known.has(one.id) || !timely(one)) continue;
      this.known.add(one.id);
      const { messages, summary, summarizer, tokensBefore, tokensAfter } = one;
      const by = summary === null ? null : (summarizer ?? 'unknown');
      const range = { from: messages.from + 1, to: messages.to };
      this.tell({ step: 'summary', ...range, tokensBefore, tokensAfter, by });
    }
  }
}
