import type { Head } from '../state';

/** What begins the ids of decisions. */
const kinds = ['checkpoint', 'tool-results', 'tool-compaction', 'tiers'] as const;

const form = new RegExp(String.raw`^(?:${kinds.join('|')})\..+\.\d+$`, 's');

/**
 * Id of the event that carries out a decision: derived from what was decided, under which policy and after how many
 * attempts, so that the same decision made twice is one event.
 */
export function decisionId({ policy, attempts }: Head, what: `${(typeof kinds)[number]}.${string}`): string {
  return `${what}.${policy.version.slice(0, 16)}.${attempts}`;
}

/** Whether an id has the form of those above: nobody else's event may take it. */
export function isDecisionId(id: string): boolean {
  return form.test(id);
}
