import type { SummaryMessage, SummaryRequest } from '../summarizer';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * The conversation as one delimited block of data. Every text is escaped, so that none of them can close an
 * element or open one. NUL and lone surrogates, which many servers reject, become U+FFFD.
 */
export function transcript({ previousSummaries, messages }: SummaryRequest): string {
  const lines = [
    '<conversation>',
    ...previousSummaries.map((text) => `<previous_summary>\n${escapeText(text)}\n</previous_summary>`),
    ...messages.map(messageElement),
    '</conversation>',
  ];
  return lines.join('\n');
}

function messageElement({ ref, role, name, text }: SummaryMessage): string {
  const attributes = { ref, role, ...(name === undefined ? {} : { name }) };
  const rendered = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  return `<message${rendered.join('')}>\n${escapeText(text)}\n</message>`;
}

function escapeText(text: string): string {
  return wellFormed(text).replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

function escapeAttribute(text: string): string {
  return wellFormed(text)
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/\s+/g, ' ');
}

function wellFormed(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
