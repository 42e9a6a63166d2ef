import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { rawMember } from '@verbatim/client/raw-member';
import type { Random } from '../world/random';
import { ask, codeOf, type HttpAnswer } from './http';
import type { ServedAnswer, ServedCall, Truth } from './truth';

/** What a runtime may be told while services are hurt; it asks again with the same call id. */
const passing = new Set([
  'projection-behind',
  'log-unavailable',
  'store-unavailable',
  'overloaded',
  'draining',
  '502',
  '503',
]);
/** What it may be told of this load; it goes on with another call. */
const fair = new Set(['conversation-not-found', 'budget-impossible']);
const TARGETS = ['openai-chat', 'openai-responses', 'anthropic', 'ai-sdk', 'ai-sdk-ui', 'agent-zero'];
const BUDGETS = [700, 2_000, 8_000, 30_000];
const RETRY_MS = 100;
/** Conversations are asked about that were written to lately. */
const RECENT = 400;

interface Wanted {
  readonly tenant: string;
  readonly conversation: string;
  readonly target: string;
  readonly budget: number;
  readonly after: string | null;
  readonly callId: string;
  readonly asBytes: boolean;
}

/** Asks for the contexts of model calls, one after another. */
export class AgentRuntime {
  constructor(
    private readonly url: () => Promise<string>,
    private readonly truth: Truth,
    private readonly random: Random,
    /** Between two calls. */
    private readonly pauseMs: number,
  ) {}

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      // An operator's change may be refused when its turn comes: nobody waits for one.
      const newest = this.truth.acknowledged.slice(-RECENT).filter(({ type }) => type === 'MessageAppended');
      if (newest.length > 0) await this.fetch(this.wanted(newest), stop);
      await sleep(this.pauseMs);
    }
  }

  private wanted(newest: Truth['acknowledged']): Wanted {
    const { random } = this;
    const { tenant, conversation, id } = random.pick(newest);
    return {
      tenant,
      conversation,
      target: random.pick(TARGETS),
      budget: random.pick(BUDGETS),
      after: random.chance(0.25) ? id : null,
      callId: randomUUID(),
      asBytes: random.chance(0.3),
    };
  }

  private async fetch(wanted: Wanted, stop: AbortSignal): Promise<void> {
    const { tenant, conversation, target, budget, after, callId, asBytes } = wanted;
    const body = JSON.stringify({
      model: 'gpt-4o',
      target,
      callId,
      budget: { tokens: budget },
      openCalls: 'placeholder',
      ...(after === null ? {} : { after }),
    });
    let wasUnknown = false;
    while (!stop.aborted) {
      const answer = await ask(this.truth, {
        tenant,
        url: await this.url(),
        method: 'POST',
        path: `/v1/conversations/${encodeURIComponent(conversation)}/context`,
        body,
        ...(asBytes ? { accept: 'application/octet-stream' } : {}),
      });
      const code = answer === null ? 'connection' : answer.status === 200 ? 'served' : codeOf(answer);
      this.truth.answered(`context ${code}`);
      if (answer?.status === 200) {
        this.truth.served.push(servedOf(wanted, answer));
        return;
      }
      // A log that was made again has lost events a moment before the truth knows that they are.
      const isUnknownAtFirst: boolean = code === 'event-unknown' && !wasUnknown;
      wasUnknown ||= isUnknownAtFirst;
      if (answer !== null && !passing.has(code) && !isUnknownAtFirst) {
        if (!fair.has(code) && !this.isDeserved(wanted, code)) {
          const text = answer.bytes.toString().slice(0, 300);
          this.truth.unexpected.push(`${tenant}/${conversation}: a context was refused: ${text}`);
        }
        return;
      }
      if (after !== null && this.truth.isLost({ tenant, conversation, id: after })) return;
      await sleep(RETRY_MS);
    }
  }

  /** What was done to the conversation on purpose is said of it. */
  private isDeserved({ tenant, conversation, after }: Wanted, code: string): boolean {
    const { disturbed, bereft } = this.truth;
    const name = `${tenant}/${conversation}`;
    return (
      (code === 'event-unknown' &&
        after !== null &&
        this.truth.isLost({ tenant, conversation, id: after })) ||
      (code === 'projection-parked' && disturbed.has(name)) ||
      (code === 'context-invalid' && bereft.has(name))
    );
  }
}

function servedOf(wanted: Wanted, { bytes, headers }: HttpAnswer): ServedCall {
  const { asBytes: _, ...call } = wanted;
  const shared = { ...call, model: 'gpt-4o' };
  if (wanted.asBytes) {
    return {
      ...shared,
      body: bytes,
      sha256: headers.get('x-verbatim-sha256') ?? '',
      tokens: Number(headers.get('x-verbatim-tokens')),
      position: Number(headers.get('x-verbatim-position')),
      answer: null,
    };
  }
  const text = bytes.toString();
  const answer = JSON.parse(text) as ServedAnswer & { sha256: string; tokens: number; position: number };
  const { segments, degraded, losses, sha256, tokens, position } = answer;
  return {
    ...shared,
    body: Buffer.from(rawMember(text, 'body') ?? ''),
    sha256,
    tokens,
    position,
    answer: { segments, degraded, losses },
  };
}
