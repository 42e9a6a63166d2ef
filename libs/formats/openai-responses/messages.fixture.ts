import { type Message, toolCallsOf, toolResultsOf } from '@verbatim/conversation';
import type { EncodedMessage, MessageSource } from '../format';
import { JsonText } from '../json-text';
import { openAiResponses as format } from '.';

export const MODEL = 'gpt-5';

/** The event's data of an item: its own text with our keys in front. */
export function dataOf(itemText: string): string {
  const members = itemText.trim().slice(1);
  const comma = /^\s*\}/.test(members) ? '' : ',';
  return `{"format":"openai-responses","runId":"r"${comma}${members}`;
}

export function decoded(item: unknown): Message {
  const text = typeof item === 'string' ? item : JSON.stringify(item);
  return format.decode(JsonText.parse(dataOf(text)), 'data');
}

/** A message on its way out, whole; `item` is an item or its text. */
export function sourceOf(item: unknown, options: Partial<MessageSource> = {}): MessageSource {
  const text = typeof item === 'string' ? item : JSON.stringify(item);
  const dataText = text.startsWith('{"format"') ? text : dataOf(text);
  return sourceFrom(dataText, format.decode(JsonText.parse(dataText), 'data'), options);
}

/** A message that came as canonical data. */
export function canonical(message: Message, options: Partial<MessageSource> = {}): MessageSource {
  return sourceFrom(JSON.stringify(message), message, options);
}

function sourceFrom(dataText: string, message: Message, options: Partial<MessageSource>): MessageSource {
  const named = toolCallsOf(message).map(({ id, name }) => [id, { name, again: null }] as const);
  const answered = toolResultsOf(message).map(({ callId }) => [callId, { name: 'f', again: null }] as const);
  return {
    dataText,
    message,
    parts: null,
    role: message.role,
    replacement: null,
    calls: new Map([...answered, ...named]),
    model: MODEL,
    ...options,
  };
}

export function encoded(item: unknown, options: Partial<MessageSource> = {}): EncodedMessage {
  return format.encodeMessage(sourceOf(item, options));
}

/** The items of a body made of these texts. */
export function inputOf(fragments: readonly string[]): Record<string, unknown>[] {
  return (JSON.parse(format.renderBody(fragments).text) as { input: Record<string, unknown>[] }).input;
}

/** In as messages, out again as a body. */
export function thereAndBack(bodyText: string): string {
  const { system, messages } = format.split(bodyText);
  const instructions = system === null ? [] : [sourceOf(format.systemData(system))];
  const sources = [...instructions, ...messages.map((item) => sourceOf(item))];
  return format.renderBody(sources.map((source) => format.encodeMessage(source).text)).text;
}
