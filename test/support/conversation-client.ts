import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Checkpoint, JournalItem, Message, Problem, Served, State } from './api-shapes';

export type * from './api-shapes';

/** A request to the services; JSON in, JSON out. `tenant` is the default one where it is left out. */
export async function call<T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  tenant = 'default',
): Promise<Answer<T>> {
  const headers = { 'x-tenant-id': tenant, 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(
    `${url}${path}`,
    body === undefined ? { method, headers: { 'x-tenant-id': tenant } } : { method, headers, body: text },
  );
  const read = await answer.text();
  return { status: answer.status, text: read, body: JSON.parse(read) as T };
}

/** One conversation as a producer, a runtime and an operator see it: over HTTP alone. */
export class ConversationClient {
  private readonly path: string;

  constructor(
    private readonly url: string,
    readonly id: string = `c-${randomUUID()}`,
    private readonly tenant = 'default',
  ) {
    this.path = `/v1/conversations/${encodeURIComponent(id)}`;
  }

  assign(policy: object): Promise<{ cursor: string }> {
    return this.accepted('PUT', '/policy', policy);
  }

  append(messages: readonly Message[], ids?: readonly string[]): Promise<{ cursor: string }> {
    return this.accepted('POST', '/messages', ids ? { messages, ids } : { messages });
  }

  /** Appends and waits until it is projected and nothing is due. */
  async say(...messages: readonly Message[]): Promise<State> {
    const stored = await this.request<State>('GET', '');
    await this.append(messages);
    return this.settled((stored.status === 200 ? stored.body.messages : 0) + messages.length);
  }

  async state(): Promise<State> {
    return this.found('');
  }

  /** The state once that many messages are stored, all is applied and no work is due. */
  async settled(messages: number, isDone: (state: State) => boolean = () => true): Promise<State> {
    for (;;) {
      const { status, body } = await this.request<State>('GET', '');
      if (status === 200 && body.messages > messages) throw new Error(`${body.messages} messages are stored`);
      const isSettled = status === 200 && body.messages === messages && body.applied === body.head;
      // Counts and due work are read one after the other: what was read while work was closed may be old.
      if (isSettled && body.dueWork.length === 0 && isDone(body)) return this.state();
      const failure = status === 200 && body.dueWork.find(({ lastError }) => lastError !== null);
      if (failure) throw new Error(`due work fails: ${failure.lastError}`);
      await sleep(10);
    }
  }

  async context(request: object = {}): Promise<Served> {
    const { status, text, body } = await this.tryContext(request);
    if (status !== 200) throw new Error(`a context of ${this.id}: ${status} ${text}`);
    return body as Served;
  }

  tryContext(request: object = {}): Promise<Answer<Served | Problem>> {
    return this.request('POST', '/context', { model: 'gpt-4o', ...request });
  }

  /** Every message as it came, oldest first. */
  async messages(): Promise<{ id: string; position: number; message: Message }[]> {
    return this.pages('/history?');
  }

  /** Every event of the journal, oldest first. */
  async journal(type?: string): Promise<JournalItem[]> {
    const events = await this.pages<JournalItem>('/history?format=events&');
    return type === undefined ? events : events.filter((event) => event.type === type);
  }

  async checkpoints(): Promise<readonly Checkpoint[]> {
    return (await this.found<{ items: Checkpoint[] }>('/checkpoints')).items;
  }

  private async pages<T>(query: string): Promise<T[]> {
    const items: T[] = [];
    for (let from: string | null = '1'; from !== null;) {
      const page: { items: T[]; next: string | null } = await this.found(`${query}limit=1000&from=${from}`);
      items.push(...page.items);
      from = page.next;
    }
    return items;
  }

  private async found<T>(rest: string): Promise<T> {
    const { status, text, body } = await this.request<T>('GET', rest);
    if (status !== 200) throw new Error(`GET ${this.path}${rest}: ${status} ${text}`);
    return body;
  }

  private async accepted(method: string, rest: string, body: object): Promise<{ cursor: string }> {
    const answer = await this.request<{ cursor: string }>(method, rest, body);
    if (answer.status !== 202) throw new Error(`${method} ${this.path}${rest}: ${answer.text}`);
    return answer.body;
  }

  private request<T>(method: string, rest: string, body?: unknown): Promise<Answer<T>> {
    return call(this.url, method, `${this.path}${rest}`, body, this.tenant);
  }
}

/** Users and assistants in turn, numbered from `from` on. */
export function chat(from: number, count: number): Message[] {
  return Array.from({ length: count }, (_, index) => ({
    role: (from + index) % 2 === 0 ? 'user' : 'assistant',
    content: `message number ${from + index}`,
  }));
}

/** A line of figures, as it can be quoted. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
