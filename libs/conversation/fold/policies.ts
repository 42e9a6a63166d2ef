import type { RecordedEvent } from '../events';
import { tokensOf } from '../decide';
import { policySchema } from '../policy';
import { endExemptions } from '../state';
import type { Draft } from './draft';
import { countMergeable } from './mergeable';
import { applied, refused, type Outcome } from './outcome';

/** How many earlier policies the head remembers, to judge events that were decided under them. */
const REMEMBERED_POLICIES = 16;

/** A policy acts from its own position on. */
export function assignPolicy(
  draft: Draft,
  event: Extract<RecordedEvent, { type: 'PolicyAssigned' }>,
): Outcome {
  const parsed = policySchema.safeParse(event.data.policy);
  if (!parsed.success) {
    return refused(
      `the policy of ${event.id} is not a resolved one: ${parsed.error.message}`,
      'policy-invalid',
    );
  }
  const { head } = draft;
  const { name, origin, version } = event.data;
  const exempt = head.coverage.gaps.filter((gap) => gap.exempt);
  const earlier = head.position === 0 ? [] : [head.policy, ...head.policies];
  draft.update({
    policy: { name, origin, version, position: event.position, document: parsed.data },
    policies: earlier
      .slice(0, REMEMBERED_POLICIES)
      .map((policy) => ({ version: policy.version, position: policy.position })),
    coverage: endExemptions(head.coverage),
    liveTokens: head.liveTokens + tokensOf(draft, exempt),
    placeholder: parsed.data.toolResults?.placeholder ?? head.placeholder,
    viewVersion: head.viewVersion + 1,
  });
  if (head.mergeable.from > 0) countMergeable(draft, 0);
  return applied;
}
