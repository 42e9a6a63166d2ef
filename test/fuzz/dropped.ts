import type { FormatName, Message } from '@verbatim/conversation';
import type { ReadBody } from '../support/in-process/bodies';

/** A segment of a context with the message that it shows. */
export interface ShownMessage {
  readonly event: string;
  readonly isResult: boolean;
  readonly message: Message;
  readonly dataText: string;
}

/** Texts and calls of shown messages that are nowhere in the body, although no repair or loss names their message. */
export function droppedInSilence(
  target: FormatName,
  shown: readonly ShownMessage[],
  bodyText: string,
  { exchanges }: ReadBody,
): string[] {
  const leaves = stringsIn(JSON.parse(bodyText));
  const isThere = (text: string): boolean =>
    leaves.some((leaf) => leaf.includes(text)) || bodyText.includes(text);
  const missing = shown.flatMap(({ event, isResult, message, dataText }) =>
    (isOwnForm(target, dataText) ? [] : textsOf(message, isResult))
      .filter((text) => !isThere(text))
      .map((text) => `${event} lost ${JSON.stringify(text.slice(0, 100))}`),
  );
  const calls = shown
    .filter(({ isResult }) => !isResult)
    .flatMap(({ message }) => message.parts.filter(({ type }) => type === 'tool-call'));
  if (calls.length <= exchanges.length) return missing;
  return [...missing, `${calls.length} calls were to be shown, ${exchanges.length} are`];
}

/** Agent Zero reads what is said beside a call as one text, and it leaves as the members that it came in. */
function isOwnForm(target: FormatName, dataText: string): boolean {
  return target === 'agent-zero' && dataText.includes('"format":"agent-zero"');
}

/** What is left of each text without the white space around it; of results only where there is one alone. */
function textsOf({ parts }: Message, isResult: boolean): string[] {
  const texts = parts.flatMap((part) => {
    if (!isResult) return part.type === 'text' ? [part.text] : [];
    if (part.type !== 'tool-result' || parts.length > 1) return [];
    return part.content.flatMap((each) => (each.type === 'text' ? [each.text] : []));
  });
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap((each) => stringsIn(each));
}
