import { canonicalPolicy, resolvePolicy } from '@verbatim/conversation';
import { policyVersion, type DefaultPolicy } from '@verbatim/conversation-store';
import { writeEvent } from '@verbatim/formats';

const windowOnly = resolvePolicy({ preset: 'window-only' });

/** What holds for a tenant that has set no default (SPEC 0). */
export const BUILT_IN_DEFAULT: DefaultPolicy = {
  name: 'window-only',
  version: policyVersion(canonicalPolicy(windowOnly)),
  document: windowOnly,
};

/** The event with which the projector puts a tenant's default policy into a conversation's journal. */
export function defaultPolicyEvent(place: {
  readonly tenant: string;
  readonly conversation: string;
  readonly position: number;
  readonly policy: DefaultPolicy;
  /** Milliseconds since 1970: of the record that made it necessary, so that a rebuild writes the same bytes. */
  readonly timestamp: number;
}): Buffer {
  const { policy } = place;
  const data = { name: policy.name, origin: 'default', version: policy.version, policy: policy.document };
  const text = writeEvent({
    id: `policy.default.${policy.version.slice(0, 16)}.${place.position}`,
    source: 'verbatim/projector',
    type: 'PolicyAssigned',
    subject: place.conversation,
    tenant: place.tenant,
    time: new Date(place.timestamp).toISOString(),
    dataversion: 1,
    dataText: JSON.stringify(data),
  });
  return Buffer.from(text);
}
