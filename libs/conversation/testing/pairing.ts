import { shownMessage, type Entry } from '../context';
import { toolCallsOf, toolResultsOf, type Message } from '../message';

const shown = (entry: Entry): Message | null =>
  entry.kind === 'missing-result' || entry.kind === 'summary' || entry.kind === 'ledger'
    ? null
    : shownMessage(entry);

const callsOf = (entry: Entry): string[] => {
  const message = shown(entry);
  return message ? toolCallsOf(message).map(({ id }) => id) : [];
};

/** The call that an entry answers. */
export function answered(entry: Entry): string | undefined {
  if (entry.kind === 'missing-result') return entry.callId;
  const message = shown(entry);
  return message ? toolResultsOf(message)[0]?.callId : undefined;
}

/**
 * What breaks the rule that every result stands right behind what calls for it, one for each call. Pieces of one turn
 * count as one message.
 */
export function unpaired(entries: readonly Entry[]): string[] {
  let open: string[] = [];
  let before: Entry | undefined;
  const problems: string[] = [];
  for (const entry of entries) {
    const callId = entry.role === 'tool' ? answered(entry) : undefined;
    if (callId !== undefined) {
      if (!open.includes(callId)) problems.push(`${entry.event} answers no call before it`);
      const at = open.indexOf(callId);
      open = open.filter((_, index) => index !== at);
    } else if (shown(entry)?.continues === true && before?.role === 'assistant') {
      open = [...open, ...callsOf(entry)];
    } else {
      problems.push(...open.map((each) => `${each} is not answered before ${entry.event}`));
      open = callsOf(entry);
    }
    before = entry;
  }
  return [...problems, ...open];
}
