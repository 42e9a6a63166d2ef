import type { Entry } from '../context';

const callsOf = (entry: Entry): readonly string[] =>
  entry.kind === 'message' || entry.kind === 'pending'
    ? entry.source.message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))
    : [];

/** The call that an entry answers. */
export function answered(entry: Entry): string | undefined {
  if (entry.kind === 'missing-result') return entry.callId;
  if (entry.kind === 'summary') return undefined;
  return entry.source.message.parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : []))[0];
}

/** What breaks the rule that every result stands right behind the message that calls for it, one for each call. */
export function unpaired(entries: readonly Entry[]): string[] {
  let open: string[] = [];
  const problems: string[] = [];
  for (const entry of entries) {
    const callId = entry.role === 'tool' ? answered(entry) : undefined;
    if (callId === undefined) {
      problems.push(...open.map((each) => `${each} is not answered before ${entry.event}`));
      open = [...callsOf(entry)];
    } else {
      if (!open.includes(callId)) problems.push(`${entry.event} answers no call before it`);
      open = open.filter((each) => each !== callId);
    }
  }
  return [...problems, ...open];
}
