import { createHash } from 'node:crypto';
import { format, JsonText, withProperty } from '@verbatim/formats';
import type { FormatName } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { AppendRequest } from './append-request';
import type { EventIds } from './event-ids';
import { messageDataText } from './message-data-text';
import { writeApiEvent } from './write-api-event';

/** A written event, and how an error names it. */
export interface NamedEvent {
  readonly text: string;
  readonly name: string;
  readonly index?: number;
}

/** Events of an append, the system message first. Texts of messages are kept as they are, our keys added at the end. */
export function messageEvents(
  key: ConversationKey,
  request: AppendRequest,
  idOf: EventIds,
  time: Date,
): NamedEvent[] {
  const write = (id: string, dataText: string): string =>
    writeApiEvent(key, { id, type: 'MessageAppended', dataText, time });
  const { systemText, ids } = request;
  const events = request.messageTexts.map((message, index) => ({
    text: write(ids?.[index] ?? idOf(index), dataOf(message, request, index)),
    name: `messages[${index}]`,
    index,
  }));
  if (systemText === null) return events;
  const data = format(request.format).systemData(systemText);
  return [{ text: write(systemId(systemText, request.format), data), name: 'system' }, ...events];
}

function dataOf(message: string, request: AppendRequest, index: number): string {
  return Object.entries(request.runs?.[index] ?? {}).reduce(
    (text, [name, value]) =>
      value === undefined ? text : withProperty(JsonText.parse(text), name, JSON.stringify(value)),
    messageDataText(message, request.format),
  );
}

/**
 * From the text, so that a runtime may send its system prompt with every append; and from any format but the default,
 * because the same text in another format is another body.
 */
function systemId(system: string, name: FormatName): string {
  const source = name === 'openai-chat' ? system : `${name}\n${system}`;
  return `system-${createHash('sha256').update(source).digest('hex').slice(0, 16)}`;
}
