import { createHash } from 'node:crypto';

/** A policy's version: the SHA-256 of its canonical form, in hex. */
export function policyVersion(canonicalForm: string): string {
  return createHash('sha256').update(canonicalForm).digest('hex');
}
