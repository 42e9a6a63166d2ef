import type { Responder } from './openai-server';

/** Of each message or summary in a request so many words are kept, of all together so many characters. */
const WORDS = 14;
const MOST_CHARACTERS = 1_600;

/** Answers as a model would that quotes the beginning of everything it is told: the same request, the same summary. */
export const terseModel: Responder = ({ body }) => {
  const told = body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const texts = [...told.matchAll(/<(message|previous_summary|output)\b[^>]*>\n?([\s\S]*?)<\/\1>/g)];
  const quotes = (texts.length > 0 ? texts.map(([, , text]) => text ?? '') : [told]).map(beginning);
  return { kind: 'text', text: quotes.join('; ').slice(0, MOST_CHARACTERS) };
};

function beginning(text: string): string {
  return text.split(/\s+/, WORDS).join(' ').slice(0, 120).trim();
}
