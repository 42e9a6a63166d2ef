/** What begins the ids of the events by which a projector puts a tenant's default policy into a journal. */
export const OPENING_POLICY_ID = 'policy.default.';

/** Whether an event's id is kept for those: nobody else's event may take it. */
export function isOpeningPolicyId(id: string): boolean {
  return id.startsWith(OPENING_POLICY_ID);
}
