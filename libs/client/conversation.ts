import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AppendAnswer,
  AssignPolicyAnswer,
  ConversationState,
  DescribeRequest,
  RecallAnswer,
  SentAnswer,
  Verification,
} from './api';
import type { Format } from './bodies';
import { Calls, type CallItem } from './calls';
import { VerbatimApiError } from './errors';
import type { CallOptions, Http } from './http';
import type {
  AppendOptions,
  ContextOptions,
  HistoryItem,
  HistoryOptions,
  RecallOptions,
  ServedContext,
  WrittenMessage,
} from './options';
import { pages } from './pages';
import { rawMember } from './raw-member';

const LONGEST_WAIT_MS = 10_000;
const PAUSE_MS = 50;

/**
 * One conversation. It remembers where its own last append landed: its contexts hold what it appended. All methods
 * throw VerbatimApiError, VerbatimConnectionError or the signal's reason.
 */
export class Conversation {
  private readonly path: string;
  private cursor: string | undefined;

  constructor(
    private readonly http: Http,
    readonly id: string,
  ) {
    this.path = `/v1/conversations/${encodeURIComponent(id)}`;
  }

  /** Wait for each append before the next one: messages are kept in the order in which they arrive. */
  async append(messages: readonly WrittenMessage[], options: AppendOptions = {}): Promise<AppendAnswer> {
    const { idempotencyKey = crypto.randomUUID(), wait = false, signal, ...request } = options;
    const { value } = await this.http.json({
      method: 'POST',
      path: `${this.path}/messages`,
      headers: { 'idempotency-key': idempotencyKey },
      body: withMember(JSON.stringify(request), 'messages', listText(messages.map(messageText))),
      signal,
    });
    const answer = value as AppendAnswer;
    this.cursor = answer.cursor;
    const last = answer.events.at(-1);
    if (wait && last) await this.readable(last.id, signal);
    return answer;
  }

  /** `after` is the last append of this object where it is left out, `callId` is made up; `target` is `openai-chat`. */
  async context<F extends Format = 'openai-chat'>(options: ContextOptions<F>): Promise<ServedContext<F>> {
    const { signal, pending, after = this.cursor, callId = crypto.randomUUID(), ...rest } = options;
    const request = JSON.stringify({ ...rest, after, callId });
    const pendingTexts = pending?.map(({ id, message }) =>
      withMember(JSON.stringify({ id }), 'message', messageText(message)),
    );
    const { text, value } = await this.http.json({
      method: 'POST',
      path: `${this.path}/context`,
      body: pendingTexts ? withMember(request, 'pending', listText(pendingTexts)) : request,
      signal,
    });
    return { ...(value as ServedContext<F>), bodyText: rawMember(text, 'body') ?? '' };
  }

  /** What was said, oldest first; pages are fetched as they are consumed. */
  async *history({ from = 1, signal }: HistoryOptions = {}): AsyncGenerator<HistoryItem, void> {
    for (let next: string | null = String(from); next !== null;) {
      const page: { items: HistoryItem[]; next: string | null } = await this.get(
        `${this.path}/history?from=${next}`,
        signal,
      );
      yield* page.items;
      next = page.next;
    }
  }

  /** Executes the tool `recall`: the text that a reference in a context stands for, in pages of `limit` characters. */
  recall(ref: string, { signal, ...page }: RecallOptions = {}): Promise<RecallAnswer> {
    return this.post(`${this.path}/recall`, JSON.stringify({ ref, ...page }), signal);
  }

  state({ signal }: CallOptions = {}): Promise<ConversationState> {
    return this.get(this.path, signal);
  }

  /** The contexts served of this conversation, oldest first; pages are fetched as they are consumed. */
  calls({ signal }: CallOptions = {}): AsyncGenerator<CallItem, void> {
    return pages(this.http, `${this.path}/calls`, signal);
  }

  /** Puts the conversation under a policy from now on: one by its name, or a document of its own. Scope `admin`. */
  async setPolicy(policy: string | object, { signal }: CallOptions = {}): Promise<AssignPolicyAnswer> {
    const body = JSON.stringify(typeof policy === 'string' ? { name: policy } : policy);
    const { value } = await this.http.json({ method: 'PUT', path: `${this.path}/policy`, body, signal });
    return value as AssignPolicyAnswer;
  }

  /** Says what the conversation is about and whose it is; what is left out stays, null clears. */
  async describe(description: DescribeRequest, { signal }: CallOptions = {}): Promise<AppendAnswer> {
    const body = JSON.stringify(description);
    return (await this.http.json({ method: 'PATCH', path: this.path, body, signal })).value as AppendAnswer;
  }

  /** As `calls.sent` of the client. */
  sent(callId: string, sha256: string, options: CallOptions = {}): Promise<SentAnswer> {
    return new Calls(this.http).sent(callId, sha256, options);
  }

  /** As `calls.verify` of the client. */
  verify(callId: string, options: CallOptions = {}): Promise<Verification> {
    return new Calls(this.http).verify(callId, options);
  }

  private async post<T>(path: string, body: string, signal: AbortSignal | undefined): Promise<T> {
    return (await this.http.json({ method: 'POST', path, body, signal })).value as T;
  }

  private async get<T>(path: string, signal: AbortSignal | undefined): Promise<T> {
    return (await this.http.json({ method: 'GET', path, signal })).value as T;
  }

  private async readable(id: string, signal: AbortSignal | undefined): Promise<void> {
    for (const deadline = Date.now() + LONGEST_WAIT_MS; ; await sleep(PAUSE_MS)) {
      try {
        return await this.get(`${this.path}/messages/${encodeURIComponent(id)}`, signal);
      } catch (error) {
        if (!(error instanceof VerbatimApiError) || error.status !== 404) throw error;
        if (Date.now() > deadline) {
          throw new VerbatimApiError(503, 'projection-behind', `message ${id} cannot be read yet`);
        }
      }
    }
  }
}

function messageText(message: WrittenMessage): string {
  return typeof message === 'string' ? message : JSON.stringify(message);
}

function listText(texts: readonly string[]): string {
  return `[${texts.join(',')}]`;
}

/** Adds a member in raw text to the text of an object. */
function withMember(objectText: string, name: string, valueText: string): string {
  const separator = objectText === '{}' ? '' : ',';
  return `${objectText.slice(0, -1)}${separator}${JSON.stringify(name)}:${valueText}}`;
}
