import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Problem, type Served } from '../conversation-client';
import type { Published } from './turns';

export interface Fetched {
  readonly conversation: string;
  readonly served: Served;
  /** Input tokens. */
  readonly budget: number;
  /** The event that it must hold. */
  readonly after: string | null;
}

/** What gpt-4o has room for, and very little. */
const BUDGETS = [128_000 - 4096, 700];
const PAUSE_MS = 100;
/** What a runtime may be told while services die: it asks again. */
const passing = new Set([
  'projection-behind',
  'log-unavailable',
  'store-unavailable',
  'conversation-not-found',
]);

/** Asks for the contexts of model calls, one after another; a request that is not answered is repeated with its call id. */
export class AgentRuntime {
  readonly fetched: Fetched[] = [];
  /** How often each was the answer; `connection` where there was none. */
  readonly answers = new Map<string, number>();

  constructor(
    private readonly url: () => Promise<string>,
    private readonly published: Published,
  ) {}

  async run(stop: AbortSignal): Promise<void> {
    for (let turn = 0; !stop.aborted; turn += 1) {
      const { conversations } = this.published;
      const conversation = conversations[Math.floor(Math.random() * conversations.length)];
      if (conversation !== undefined) {
        const newest = this.published.of(conversation).at(-1)?.id ?? null;
        const after = turn % 2 === 0 ? newest : null;
        await this.fetch({ conversation, after, budget: BUDGETS[turn % 3 === 0 ? 1 : 0] ?? 0 }, stop);
      }
      await sleep(PAUSE_MS);
    }
  }

  private async fetch(wanted: Omit<Fetched, 'served'>, stop: AbortSignal): Promise<void> {
    const { conversation, after, budget } = wanted;
    const path = `/v1/conversations/${conversation}/context`;
    const request = {
      model: 'gpt-4o',
      callId: randomUUID(),
      budget: { tokens: budget },
      ...(after === null ? {} : { after }),
    };
    while (!stop.aborted) {
      const url = await this.url();
      const answer = await call<Served | Problem>(url, 'POST', path, request).catch(() => null);
      if (answer?.status === 200) {
        this.count('served');
        this.fetched.push({ ...wanted, served: answer.body as Served });
        return;
      }
      const code = answer === null ? 'connection' : (answer.body as Problem).code;
      this.count(code);
      if (answer !== null && !passing.has(code)) return;
      await sleep(PAUSE_MS);
    }
  }

  private count(code: string): void {
    this.answers.set(code, (this.answers.get(code) ?? 0) + 1);
  }
}
