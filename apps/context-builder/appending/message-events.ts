import { createHash } from 'node:crypto';
import { JsonText, withProperty } from '@verbatim/formats';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { AppendRequest } from './append-request';
import type { EventIds } from './event-ids';
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
  const { system, ids } = request;
  const events = request.messageTexts.map((message, index) => ({
    text: write(ids?.[index] ?? idOf(index), dataOf(message, request, index)),
    name: `messages[${index}]`,
    index,
  }));
  if (system === undefined) return events;
  return [{ text: write(systemId(system), systemData(system)), name: 'system' }, ...events];
}

/** The default format is not written: it is what a message without one is read as. */
function dataOf(message: string, { format, runs }: AppendRequest, index: number): string {
  const added = { format: format === 'openai-chat' ? undefined : format, ...runs?.[index] };
  return Object.entries(added).reduce(
    (text, [name, value]) =>
      value === undefined ? text : withProperty(JsonText.parse(text), name, JSON.stringify(value)),
    message,
  );
}

/** From the text, so that a runtime may send its system prompt with every append. */
function systemId(system: string): string {
  return `system-${createHash('sha256').update(system).digest('hex').slice(0, 16)}`;
}

function systemData(system: string): string {
  return JSON.stringify({ role: 'system', content: system });
}
