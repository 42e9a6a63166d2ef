export { policyDocumentSchema, type PolicyDocument } from './document';
export { isOpeningPolicyId, OPENING_POLICY_ID } from './opening-policy-id';
export * from './policy';
export { presets } from './presets';
export type { Problem } from './problems';
export { resolvePolicy } from './resolve';
export { canonicalPolicy } from './version';
