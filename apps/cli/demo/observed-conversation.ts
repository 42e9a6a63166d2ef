import { isPinned, ModelRegistry, shippedModels } from '@verbatim/conversation';
import { format, JsonText, messageTokens } from '@verbatim/formats';
import { TiktokenCounter } from '@verbatim/tokens';
import { route, type ApiClient } from '../api-client';
import { shown, valueAt } from '../rendering';
import type { Chat } from './chat';
import { CheckpointWatch } from './checkpoint-watch';
import { MessageAbout, textOf } from './message-about';
import { refusalOf } from './refusal';
import { servedCall, type ServedCall } from './served-call';
import type { Tell } from './steps';

export const MODEL = 'gpt-4o';

/** A conversation as a runtime has it over HTTP; tells each message, each context, and what became of the history. */
export class ObservedConversation implements Chat {
  /** The texts that the service took, in order. */
  readonly taken: string[] = [];
  readonly calls: ServedCall[] = [];
  private readonly path: string;
  private readonly about = new MessageAbout();
  private readonly counter = new TiktokenCounter();
  private readonly model = ModelRegistry.of(shippedModels).get(MODEL).entry;
  private readonly watch: CheckpointWatch;
  private historyTokens = this.model.overhead.perRequest;
  private pinned = 0;
  private unpinned = 0;
  private asked = 0;
  private after: string | undefined;

  constructor(
    private readonly client: ApiClient,
    readonly id: string,
    private readonly tell: Tell,
  ) {
    this.path = route`/v1/conversations/${id}`;
    this.watch = new CheckpointWatch(client, this.path, tell);
  }

  /** Checkpoints that took effect. */
  get checkpoints(): number {
    return this.watch.told;
  }

  get owesSummary(): boolean {
    return this.watch.gaveUp;
  }

  /** Puts the conversation under a policy, by name or as a document. @throws ApiError */
  async assign(policy: string): Promise<void> {
    const answer = await this.client.send('PUT', `${this.path}/policy`, { body: policy });
    this.after = shown(valueAt(answer.value(), 'cursor'));
  }

  async append(text: string): Promise<void> {
    const message = format('openai-chat').decode(JsonText.parse(text), 'message');
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
      const answer = (await this.client.send('POST', `${this.path}/context`, { body })).value();
      const served = servedCall(answer, number, history);
      await this.watch.tellShown(answer);
      this.calls.push(served);
      this.tell({ step: 'call', ...served });
    } catch (error) {
      this.tell(refusalOf(error, `call ${number}`));
      this.after = undefined;
      return;
    }
    await this.watch.settle();
  }
}
