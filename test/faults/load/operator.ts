import { setTimeout as sleep } from 'node:timers/promises';
import { smallPolicies } from '../../support/random-reductions';
import type { Random } from '../world/random';
import { ask, codeOf } from './http';
import type { Truth } from './truth';

const passing = new Set([
  'log-unavailable',
  'store-unavailable',
  'overloaded',
  'draining',
  'projection-behind',
  '502',
  '503',
]);

interface Change {
  readonly tenant: string;
  readonly conversation: string;
  readonly method: 'PUT' | 'POST';
  readonly path: string;
}

/** Changes policies and revokes summaries while everybody works. */
export class Operator {
  changes = 0;
  revocations = 0;

  constructor(
    private readonly url: () => Promise<string>,
    private readonly truth: Truth,
    private readonly random: Random,
    private readonly pauseMs: number,
    /** Whether nothing is to be changed for now. */
    private readonly rests: () => boolean,
  ) {}

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const newest = this.truth.acknowledged.slice(-400);
      if (newest.length > 0 && !this.rests()) {
        const { tenant, conversation } = this.random.pick(newest);
        if (this.random.chance(0.75)) await this.assign(tenant, conversation);
        else await this.revoke(tenant, conversation);
      }
      await sleep(this.pauseMs);
    }
  }

  private async assign(tenant: string, conversation: string): Promise<void> {
    const path = `/v1/conversations/${encodeURIComponent(conversation)}/policy`;
    const policy = this.random.pick(smallPolicies);
    if (await this.change({ tenant, conversation, method: 'PUT', path }, policy)) this.changes += 1;
  }

  private async revoke(tenant: string, conversation: string): Promise<void> {
    const path = `/v1/conversations/${encodeURIComponent(conversation)}/checkpoints`;
    const answer = await ask(this.truth, { tenant, url: await this.url(), method: 'GET', path });
    if (answer?.status !== 200) return;
    const { items } = JSON.parse(answer.bytes.toString()) as { items: { id: string; status: string }[] };
    const active = items.filter(({ status }) => status === 'active');
    if (active.length === 0) return;
    const { id } = this.random.pick(active);
    const revoked = `${path}/${encodeURIComponent(id)}/revoke`;
    if (await this.change({ tenant, conversation, method: 'POST', path: revoked }, {})) this.revocations += 1;
  }

  private async change({ tenant, conversation, method, path }: Change, body: object): Promise<boolean> {
    const url = await this.url();
    const answer = await ask(this.truth, { tenant, url, method, path, body: JSON.stringify(body) });
    const code = answer === null ? 'connection' : answer.status === 202 ? 'accepted' : codeOf(answer);
    this.truth.answered(`change ${code}`);
    if (answer?.status === 202) {
      const { events } = JSON.parse(answer.bytes.toString()) as { events: { id: string }[] };
      for (const { id } of events) {
        const type = method === 'PUT' ? 'PolicyAssigned' : 'CheckpointRevoked';
        const bytes = Buffer.from(JSON.stringify(id));
        const event = {
          tenant,
          conversation,
          id,
          producer: 'operator',
          bytes,
          keeps: 'member',
          type,
        } as const;
        this.truth.acknowledge(event);
      }
    } else if (answer !== null && !passing.has(code) && answer.status !== 409) {
      this.truth.unexpected.push(`${tenant}: ${method} ${path}: ${answer.bytes.toString().slice(0, 300)}`);
    }
    return code === 'accepted';
  }
}
