import { trusts, type Trust } from '@verbatim/conversation';
import type { SummaryMessage } from '@verbatim/llm';
import type { WriteRequest } from './contract';

/** The lowest of all that goes in; of a summary whose trust was not recorded that is the lowest there is. */
export function lowestTrust({ previousSummaries, messages }: WriteRequest): Trust {
  const all = new Set([...previousSummaries.map(({ trust = 'tool' }) => trust), ...messages.map(trustOf)]);
  return trusts.find((trust) => all.has(trust)) ?? 'tool';
}

function trustOf({ trust, role }: SummaryMessage): Trust {
  if (trust !== undefined) return trust;
  return role === 'tool' || role === 'assistant' ? role : 'user';
}
