import type { Head } from '../state';

/**
 * Id of the event that carries out a decision: derived from what was decided, under which policy and after how many
 * attempts, so that the same decision made twice is one event.
 */
export function decisionId({ policy, attempts }: Head, what: string): string {
  return `${what}.${policy.version.slice(0, 16)}.${attempts}`;
}
