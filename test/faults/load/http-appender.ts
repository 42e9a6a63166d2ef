import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate } from './gate';
import { ask, codeOf } from './http';
import type { Turn } from './plan';
import type { Truth } from './truth';

/** What an appender may be told while services are hurt: it asks again with the same ids. */
const passing = new Set(['log-unavailable', 'store-unavailable', 'overloaded', 'draining', '503', '502']);
const RETRY_MS = 100;

/** Appends turn by turn over HTTP, as messages or as CloudEvents, each again with the same ids until it is accepted. */
export class HttpAppender {
  constructor(
    readonly name: string,
    private readonly url: () => Promise<string>,
  ) {}

  async publish(turns: readonly Turn[], gate: Gate, truth: Truth, stop: AbortSignal): Promise<void> {
    for (const [at, turn] of turns.entries()) {
      if (!(await gate.begin(turn.messages.length))) return;
      const request = at % 2 === 0 ? asMessages(turn) : asEvents(turn, this.name);
      const isTaken = await this.append(turn.tenant, request, truth, stop);
      if (stop.aborted) return;
      if (!isTaken) continue;
      for (const { id, message } of turn.messages) {
        truth.acknowledge({
          tenant: turn.tenant,
          conversation: turn.conversation,
          id,
          producer: this.name,
          bytes: Buffer.from(JSON.stringify(message)),
          keeps: 'member',
          type: 'MessageAppended',
        });
      }
    }
  }

  private async append(
    tenant: string,
    request: { readonly path: string; readonly body: string },
    truth: Truth,
    stop: AbortSignal,
  ): Promise<boolean> {
    while (!stop.aborted) {
      const answer = await ask(truth, { tenant, url: await this.url(), method: 'POST', ...request });
      const code = answer === null ? 'connection' : answer.status === 202 ? 'accepted' : codeOf(answer);
      truth.answered(`append ${code}`);
      if (code === 'accepted') return true;
      if (answer !== null && !passing.has(code)) {
        truth.unexpected.push(`${tenant}: an append was refused: ${answer.bytes.toString().slice(0, 300)}`);
        return false;
      }
      await sleep(RETRY_MS);
    }
    return false;
  }
}

function asMessages({ conversation, messages }: Turn) {
  const ids = messages.map(({ id }) => id);
  const body = JSON.stringify({ messages: messages.map(({ message }) => message), ids });
  return { path: `/v1/conversations/${encodeURIComponent(conversation)}/messages`, body };
}

function asEvents({ conversation, messages }: Turn, producer: string) {
  const events = messages.map(({ id, message }) => ({
    specversion: '1.0',
    id,
    source: `rig/${producer}`,
    type: 'MessageAppended',
    subject: conversation,
    data: message,
  }));
  return { path: '/v1/events', body: JSON.stringify(events) };
}
