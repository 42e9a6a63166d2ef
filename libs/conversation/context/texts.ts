import type { ConversationCheckpoint, Obligation } from '../state';

/** Shown for a call whose result never came (SPEC, words). */
export const NO_RESULT = '[No result]';

const ATTRIBUTE_ESCAPES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** A summary stands between markers, so that it reads as data; its text cannot close them (SPEC 2). */
export function summaryText({ id, range, createdAt, summary }: ConversationCheckpoint): string {
  const { from, to } = range.messages;
  const attributes = `ref="${attribute(id)}" messages="${from}-${to}" created="${attribute(createdAt ?? '')}"`;
  const inert = (summary ?? '').replaceAll(/<(\/?conversation-summary)/gi, '&lt;$1');
  return `<conversation-summary ${attributes}>\n${inert}\n</conversation-summary>`;
}

/** What is still owed and no longer in view, a line each; `more` are not listed. Nothing in it can close its markers. */
export function ledgerText(listed: readonly Obligation[], more: number): string {
  const rest = more > 0 ? [`… and ${more} more`] : [];
  return ['<open-obligations>', ...listed.map(obligationLine), ...rest, '</open-obligations>'].join('\n');
}

function obligationLine({ kind, name, callId, event, position }: Obligation): string {
  const what = kind === 'call' ? 'no result came' : 'approval asked for, not given';
  const names = `${line(name)} id="${line(callId)}" ref="${line(event)}" position="${position}"`;
  return `- ${names}: ${what}`;
}

function line(text: string): string {
  return attribute(text.replaceAll(/\s+/g, ' '));
}

function attribute(text: string): string {
  return text.replaceAll(/[&"<>]/g, (character) => ATTRIBUTE_ESCAPES[character] ?? character);
}

/** The policy's placeholder, with `{ref}` replaced by the id of the event that still holds the original. */
export function placeholderText(placeholder: string, eventId: string): string {
  return placeholder.replaceAll('{ref}', eventId);
}

/**
 * The first `characters` code points, how many were left out (SPEC 4, `simple`) and, where that is not said otherwise,
 * which event still has them; the text itself where it is not longer.
 */
export function truncatedText(text: string, characters: number, eventId?: string): string {
  const points = Array.from(text);
  if (points.length <= characters) return text;
  const ref = eventId === undefined ? '' : `, ref="${eventId}"`;
  return `${points.slice(0, characters).join('')}… [${points.length - characters} characters omitted${ref}]`;
}
