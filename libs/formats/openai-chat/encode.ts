import type { EncodedMessage, MessageSource } from '../format';
import { JsonText, withoutProperties, withProperty } from '../json-text';
import { sourceFormat } from '../source-format';
import { chatMessageOf } from './from-canonical';

/** The keys of an event's `data` that are ours and not the message's (SPEC 9, MessageAppended data). */
const OWN_KEYS = ['format', 'runId', 'iteration'];

/**
 * A message that came as a chat message leaves as the same text without our keys; any other is written anew from
 * its canonical form. `replacement` (an omitted or shortened text) takes the place of `content` alone.
 */
export function encodeMessage(source: MessageSource, replacement?: string): EncodedMessage {
  const data = JsonText.parse(source.dataText);
  if (sourceFormat(data.value()) === 'openai-chat') {
    const text = withoutProperties(data, OWN_KEYS);
    return { text: replacement === undefined ? text : replaceContent(text, replacement), losses: [] };
  }
  const { chat, losses } = chatMessageOf(source.message);
  if (replacement === undefined) return { text: JSON.stringify(chat), losses };
  return { text: JSON.stringify({ ...chat, content: replacement }), losses: [] };
}

function replaceContent(text: string, replacement: string): string {
  return withProperty(JsonText.parse(text), 'content', JSON.stringify(replacement));
}

export function encodeSummary(text: string, role: 'user' | 'assistant'): string {
  return JSON.stringify({ role, content: text });
}

export function encodeMissingResult(callId: string, text: string): string {
  return JSON.stringify({ role: 'tool', tool_call_id: callId, content: text });
}

export function renderBody(messages: readonly string[]): string {
  return `{"messages":[${messages.join(',')}]}`;
}
