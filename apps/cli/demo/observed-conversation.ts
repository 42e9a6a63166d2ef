import { setTimeout as sleep } from 'node:timers/promises';
import { isPinned, ModelRegistry, shippedModels } from '@verbatim/conversation';
import { format, messageTokens } from '@verbatim/formats';
import { TiktokenCounter } from '@verbatim/tokens';
import { z } from 'zod';
import { route, type ApiClient } from '../api-client';
import { shown, valueAt } from '../rendering';
import type { Chat } from './chat';
import { MessageAbout, textOf } from './message-about';
import { refusalOf } from './refusal';
import { checkpointAnswer, servedCall, stateAnswer, type ServedCall } from './served-call';
import type { Tell } from './steps';

export const MODEL = 'gpt-4o';

const POLL_MS = 25;
/** How long the summarizer is waited for between two calls, where a real runtime waits for its model. */
const PATIENCE_MS = 60_000;

/** A conversation as a runtime has it over HTTP; tells each message, each context, and what became of the history. */
export class ObservedConversation implements Chat {
  /** The texts that the service took, in order. */
  readonly taken: string[] = [];
  readonly calls: ServedCall[] = [];
  private readonly path: string;
  private readonly about = new MessageAbout();
  private readonly counter = new TiktokenCounter();
  private readonly model = ModelRegistry.of(shippedModels).get(MODEL).entry;
  private readonly toldCheckpoints = new Set<string>();
  private historyTokens = this.model.overhead.perRequest;
  private pinned = 0;
  private unpinned = 0;
  private asked = 0;
  private after: string | undefined;
  private patience = PATIENCE_MS;

  constructor(
    private readonly client: ApiClient,
    readonly id: string,
    private readonly tell: Tell,
  ) {
    this.path = route`/v1/conversations/${id}`;
  }

  /** Checkpoints that took effect. */
  get checkpoints(): number {
    return this.toldCheckpoints.size;
  }

  /** Puts the conversation under a policy, by name or as a document. @throws ApiError */
  async assign(policy: string): Promise<void> {
    const answer = await this.client.send('PUT', `${this.path}/policy`, { body: policy });
    this.after = shown(valueAt(answer.value(), 'cursor'));
  }

  async append(text: string): Promise<void> {
    const message = format('openai-chat').decode(text);
    const about = this.about.of(message);
    const pinned = isPinned(message.role);
    const eventId = pinned ? `pinned-${this.pinned + 1}` : `message-${this.unpinned + 1}`;
    const body = `{"ids":["${eventId}"],"messages":[${text}]}`;
    try {
      const answer = await this.client.send('POST', `${this.path}/messages`, { body });
      this.after = shown(valueAt(answer.value(), 'cursor'));
    } catch (error) {
      return this.tell(refusalOf(error, `message ${this.unpinned + 1}`));
    }
    this.taken.push(text);
    this.historyTokens += await messageTokens(message, (part) =>
      this.counter.count(part, this.model.encoding),
    );
    this.historyTokens += this.model.overhead.perMessage;
    if (pinned) this.pinned += 1;
    else this.unpinned += 1;
    const number = pinned ? null : this.unpinned;
    this.tell({
      step: 'message',
      number,
      role: message.role,
      about,
      characters: Array.from(textOf(message)).length,
    });
  }

  async call(): Promise<void> {
    const number = ++this.asked;
    const history = { messages: this.taken.length, tokens: this.historyTokens };
    const body = JSON.stringify({ model: MODEL, callId: `${this.id}-call-${number}`, after: this.after });
    try {
      const answer = await this.client.send('POST', `${this.path}/context`, { body });
      const served = servedCall(answer.value(), number, history);
      this.calls.push(served);
      this.tell({ step: 'call', ...served });
    } catch (error) {
      this.tell(refusalOf(error, `call ${number}`));
      this.after = undefined;
      return;
    }
    await this.settle();
  }

  /** While a model would answer, the summarizer works: waits for a summary that is due, then tells of new ones. */
  private async settle(): Promise<void> {
    for (const deadline = Date.now() + this.patience; ; await sleep(POLL_MS)) {
      const state = stateAnswer.parse((await this.client.get(this.path)).value());
      const due = state.dueWork.find(({ mechanism }) => mechanism === 'history');
      if (state.checkpoints > this.toldCheckpoints.size) await this.tellCheckpoints();
      if (due === undefined) return;
      if (due.failures === 0 && Date.now() < deadline) continue;
      if (this.patience > 0) {
        this.tell({ step: 'summary-owed', reason: due.lastError ?? 'the summarizer has not answered yet' });
      }
      this.patience = 0;
      return;
    }
  }

  private async tellCheckpoints(): Promise<void> {
    const { items } = z
      .object({ items: z.array(checkpointAnswer) })
      .parse((await this.client.get(`${this.path}/checkpoints`)).value());
    for (const { id, status, messages, summary, summarizer, tokensBefore, tokensAfter } of items) {
      if (status === 'refused' || this.toldCheckpoints.has(id)) continue;
      this.toldCheckpoints.add(id);
      const by = summary === null ? null : (summarizer ?? 'unknown');
      const range = { from: messages.from + 1, to: messages.to };
      this.tell({ step: 'summary', ...range, tokensBefore, tokensAfter, by });
    }
  }
}
