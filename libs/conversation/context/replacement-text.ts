import { cutText } from '../decide';
import { ownText, textOf, toolResultsOf, type Message } from '../message';
import type { Replacement } from '../state';
import { truncatedText } from './texts';

/** The text of one of a message's results, by its index. */
export function resultText(message: Message, answer: number): string {
  const result = toolResultsOf(message)[answer];
  return result ? textOf({ ...message, parts: [result] }) : '';
}

/** What a replacement stands for: the text of the result that it names, or the message's own (null). */
export function originalText(message: Message, answer: Replacement['answer']): string {
  return answer === null ? ownText(message) : resultText(message, answer);
}

/** What stands for a tool result that was summarised (SPEC 4). */
export function summarizedOutput(summary: string): string {
  return `[Summarized Output]: ${summary}`;
}

/** What the view shows in place of the original text. */
export function replacementText({ mode, characters, text }: Replacement, original: string): string {
  switch (mode) {
    case 'truncated':
      return truncatedText(original, characters);
    case 'summarized':
      return text ?? original;
    case 'cut':
      return cutText(original, characters);
  }
}
