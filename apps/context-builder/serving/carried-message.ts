import type { FormatName, Message, Part } from '@verbatim/conversation';
import { format } from '@verbatim/formats';

/** As much of a payload as tells it from others. */
const TELLING = 64;

/**
 * The message as a target carries it: without the images, files, reasoning and data that it has no place for, which cost
 * nothing therefore. What it carries is what its encoding holds.
 */
export function carriedMessage(
  message: Message,
  dataText: string,
  { target, model }: { readonly target: FormatName; readonly model: string },
): Message {
  const { text } = format(target).encodeMessage({
    dataText,
    message,
    parts: null,
    role: message.role,
    replacement: null,
    calls: new Map(),
    model,
  });
  const isCarried = (part: Part): boolean => {
    const payload = payloadOf(part);
    return payload === null || text.includes(payload);
  };
  const parts = message.parts.filter(isCarried).map((part): Part => {
    return part.type === 'tool-result' ? { ...part, content: part.content.filter(isCarried) } : part;
  });
  return { ...message, parts };
}

/** What of a part would be found in a text that carries it; null where it is always carried. */
function payloadOf(part: Part): string | null {
  switch (part.type) {
    case 'image':
    case 'file':
      return escaped(part.url.replace(/^data:[^,]*,/, ''));
    case 'reasoning':
      return escaped(part.signature ?? part.encrypted ?? part.text);
    case 'data':
      return typeof part.value === 'string' ? escaped(part.value) : null;
    case 'text':
    case 'tool-call':
    case 'tool-result':
      return null;
  }
}

function escaped(text: string): string {
  return JSON.stringify(text.slice(0, TELLING)).slice(1, -1);
}
