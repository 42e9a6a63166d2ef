import { type Acknowledged, canaryOf } from '../../load/truth';
import type { World } from '../../world/world';

export interface Place {
  readonly tenant: string;
  readonly conversation: string;
}

/** A message as a foreign producer writes it, and what is promised of it once it is in the log. */
export interface ForeignMessage extends Place {
  readonly id: string;
  /** `tenant/conversation`, as all producers have it. */
  readonly key: string;
  readonly value: Buffer;
  readonly acknowledged: Acknowledged;
}

export interface Wanted extends Partial<Place> {
  readonly id: string;
  readonly content: string;
  /** Whose order counts. */
  readonly producer?: string;
  /** Further members of `data`. */
  readonly data?: object;
  /** Further attributes. */
  readonly attributes?: object;
}

/** In a conversation of the load where none is named. */
export function messageOf(world: World, wanted: Wanted): ForeignMessage {
  const { id, content, producer = 'input', data, attributes } = wanted;
  const { tenant, conversation } = { ...somewhere(world), ...wanted };
  const event = {
    specversion: '1.0',
    id,
    source: `rig/${producer}`,
    type: 'MessageAppended',
    subject: conversation,
    tenantid: tenant,
    ...attributes,
    data: { role: 'user', content: `${canaryOf(tenant)} ${content}`, ...data },
  };
  const value = Buffer.from(JSON.stringify(event));
  const { type } = event;
  return {
    tenant,
    conversation,
    id,
    key: `${tenant}/${conversation}`,
    value,
    acknowledged: { tenant, conversation, id, producer, bytes: value, keeps: 'whole', type },
  };
}

/** A conversation that was written to lately. */
export function somewhere({ truth, random, tenants }: World): Place {
  const newest = truth.acknowledged.slice(-200);
  if (newest.length === 0) return { tenant: random.pick(tenants), conversation: 'chat-0' };
  const { tenant, conversation } = random.pick(newest);
  return { tenant, conversation };
}
