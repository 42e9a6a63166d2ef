import type { ConversationCheckpoint } from '../state';

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

function attribute(text: string): string {
  return text.replaceAll(/[&"<>]/g, (character) => ATTRIBUTE_ESCAPES[character] ?? character);
}

/** The policy's placeholder, with `{ref}` replaced by the id of the event that still holds the original. */
export function placeholderText(placeholder: string, eventId: string): string {
  return placeholder.replaceAll('{ref}', eventId);
}

/** The first `characters` code points, how many were left out and which event still has them; the text itself where it is not longer. */
export function shortened(text: string, characters: number, eventId: string): string {
  const points = Array.from(text);
  if (points.length <= characters) return text;
  const left = points.length - characters;
  return `${points.slice(0, characters).join('')}… [${left} characters omitted, ref="${eventId}"]`;
}
