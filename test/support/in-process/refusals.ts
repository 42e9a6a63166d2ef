import type { VerbatimError } from '@verbatim/conversation';

/** The closed list of what a request for a context may be refused with, whatever the conversation holds. */
export function isRefusal({ code, message }: VerbatimError): boolean {
  if (code === 'open-calls' || code === 'budget-impossible') return true;
  return code === 'context-invalid' && message.startsWith('there is no message to show');
}
