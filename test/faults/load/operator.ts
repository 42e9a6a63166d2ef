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

/** Changes policies and revokes summaries while everybody works. */
export class Operator {
  changes = 0;
  revocations = 0;

  constructor(
    private readonly url: () => Promise<string>,
    private readonly truth: Truth,
    private readonly random: Random,
    private readonly pauseMs: number,
  ) {}

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const newest = this.truth.acknowledged.slice(-400);
      if (newest.length > 0) {
        const { tenant, conversation } = this.random.pick(newest);
        if (this.random.chance(0.75)) await this.assign(tenant, conversation);
        else await this.revoke(tenant, conversation);
      }
      await sleep(this.pauseMs);
    }
  }

  private async assign(tenant: string, conversation: string): Promise<void> {
    const path = `/v1/conversations/${encodeURIComponent(conversation)}/policy`;
    if (await this.put(tenant, 'PUT', path, this.random.pick(smallPolicies))) this.changes += 1;
  }

  private async revoke(tenant: string, conversation: string): Promise<void> {
    const path = `/v1/conversations/${encodeURIComponent(conversation)}/checkpoints`;
    const answer = await ask(this.truth, { tenant, url: await this.url(), method: 'GET', path });
    if (answer?.status !== 200) return;
    const { items } = JSON.parse(answer.bytes.toString()) as { items: { id: string; status: string }[] };
    const active = items.filter(({ status }) => status === 'active');
    if (active.length === 0) return;
    const { id } = this.random.pick(active);
    if (await this.put(tenant, 'POST', `${path}/${encodeURIComponent(id)}/revoke`, {})) this.revocations += 1;
  }

  private async put(tenant: string, method: 'PUT' | 'POST', path: string, body: object): Promise<boolean> {
    const url = await this.url();
    const answer = await ask(this.truth, { tenant, url, method, path, body: JSON.stringify(body) });
    const code = answer === null ? 'connection' : answer.status === 202 ? 'accepted' : codeOf(answer);
    this.truth.answered(`change ${code}`);
    if (answer !== null && code !== 'accepted' && !passing.has(code) && answer.status !== 409) {
      this.truth.unexpected.push(`${tenant}: ${method} ${path}: ${answer.bytes.toString().slice(0, 300)}`);
    }
    return code === 'accepted';
  }
}
