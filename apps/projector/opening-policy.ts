import { canonicalPolicy, OPENING_POLICY_ID, windowOnly } from '@verbatim/conversation';
import { policyVersion, type DefaultPolicy } from '@verbatim/conversation-store';
import { writeEvent } from '@verbatim/formats';

/** What holds for a tenant that has set no default (SPEC 0). */
export const BUILT_IN_DEFAULT: DefaultPolicy = {
  name: 'window-only',
  version: policyVersion(canonicalPolicy(windowOnly)),
  document: windowOnly,
};

/** The last millisecond of the year 9999. */
const LATEST = 253_402_300_799_999;

/** The event with which the projector puts a tenant's default policy into a conversation's journal. */
export function defaultPolicyEvent(place: {
  readonly tenant: string;
  readonly conversation: string;
  readonly position: number;
  readonly policy: DefaultPolicy;
  /**
   * Milliseconds since 1970: of the record that made it necessary, so that a rebuild writes the same bytes. A producer
   * may have chosen it.
   */
  readonly timestamp: number;
}): Buffer {
  const { policy, timestamp } = place;
  const data = { name: policy.name, origin: 'default', version: policy.version, policy: policy.document };
  const text = writeEvent({
    id: `${OPENING_POLICY_ID}${policy.version.slice(0, 16)}.${place.position}`,
    source: 'verbatim/projector',
    type: 'PolicyAssigned',
    subject: place.conversation,
    tenant: place.tenant,
    time: new Date(Math.min(Math.max(timestamp, 0), LATEST)).toISOString(),
    dataversion: 1,
    dataText: JSON.stringify(data),
  });
  return Buffer.from(text);
}
