import type { SummaryMessage, SummaryRequest } from '../summarizer';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * The conversation as one delimited block of data. Every text is escaped, so that none of them can close an
 * element or open one. NUL and lone surrogates, which many servers reject, become U+FFFD.
 */
export function transcript({ previousSummaries, messages, question, revision }: SummaryRequest): string {
  const lines = [
    '<conversation>',
    ...(question === undefined ? [] : [element('question', question)]),
    ...previousSummaries.map(summaryElement),
    ...messages.map(messageElement),
    ...(revision?.missing ?? []).map((text) => `<keep>${escapeAttribute(text)}</keep>`),
    '</conversation>',
  ];
  return lines.join('\n');
}

/** A summary as it stands in the transcript. */
export function summaryElement(text: string): string {
  return element('previous_summary', text);
}

/** A message as it stands in the transcript. */
export function messageElement({ ref, role, name, text, unanswered = [] }: SummaryMessage): string {
  const attributes = {
    ref,
    role,
    ...(name === undefined ? {} : { name }),
    ...(unanswered.length === 0 ? {} : { unanswered: unanswered.join(' ') }),
  };
  const rendered = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  return element('message', text, rendered.join(''));
}

function element(tag: string, text: string, attributes = ''): string {
  return `<${tag}${attributes}>\n${escapeText(text)}\n</${tag}>`;
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
