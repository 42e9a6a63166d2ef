import type { Message, Part } from '@verbatim/conversation';
import { shown } from '../rendering';

/** Says of each message in a few words what it is; a tool result is named after the call that it answers. */
export class MessageAbout {
  private readonly calls = new Map<string, string>();

  of(message: Message): string {
    const made = message.parts.flatMap((part) => (part.type === 'tool-call' ? [this.called(part)] : []));
    if (made.length > 0) return `calls ${made.join(', ')}`;
    const answered = message.parts.flatMap((part) =>
      part.type === 'tool-result' ? [this.calls.get(part.callId) ?? part.callId] : [],
    );
    return answered.length > 0 ? answered.join(', ') : shown(textOf(message).trimStart());
  }

  private called(call: Extract<Part, { type: 'tool-call' }>): string {
    const about = `${call.name} ${argumentsOf(call.arguments)}`.trimEnd();
    this.calls.set(call.id, about);
    return about;
  }
}

/** Everything readable in a message, calls and their arguments apart. */
export function textOf({ parts }: Message): string {
  return textsOf(parts).join(' ');
}

function textsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    return part.type === 'tool-result' ? textsOf(part.content) : [];
  });
}

/** The values of a call's arguments, without their names; the text itself where it is no JSON object. */
function argumentsOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return Object.values(value).map(shown).join(' ');
  } catch {
    // A model may write anything here.
  }
  return shown(text);
}
