import { type Message, toolCallsOf } from '@verbatim/conversation';
import type { EncodedMessage, Format, FormatNotice, MessageSource, ShownCall } from '../format';
import { JsonText } from '../json-text';

export interface Came {
  readonly dataText: string;
  readonly message: Message;
}

/** The `data` of a native message, as an event holds it, and what it was read as. */
export function came(format: Format, name: string, native: string): Came {
  const own = native.trim() === '{}' ? '' : ',';
  const dataText = native.replace('{', () => `{"format":"${name}"${own}`);
  return { dataText, message: format.decode(JsonText.parse(dataText), 'data') };
}

/** What came in the canonical form. */
export function canonical(message: Message): Came {
  return { dataText: JSON.stringify(message), message };
}

export function callsOf(messages: readonly Came[]): ReadonlyMap<string, ShownCall> {
  const calls = messages.flatMap(({ message }) => toolCallsOf(message));
  return new Map(calls.map(({ id, name }) => [id, { name, again: null }]));
}

export function sourceOf({ dataText, message }: Came, some: Partial<MessageSource> = {}): MessageSource {
  const calls = callsOf([{ dataText, message }]);
  return {
    dataText,
    message,
    parts: null,
    role: message.role,
    replacement: null,
    calls,
    model: 'm',
    ...some,
  };
}

/** As the service takes a message apart: what was said, then each result alone; of others than the assistant's, results first. */
export function piecesOf({ parts, role }: Message): number[][] {
  const groups: number[][] = [];
  let said: number[] = [];
  parts.forEach((part, at) => {
    if (part.type !== 'tool-result') {
      said.push(at);
      return;
    }
    if (role === 'assistant' && said.length > 0) {
      groups.push(said);
      said = [];
    }
    groups.push([at]);
  });
  return said.length > 0 ? [...groups, said] : groups;
}

export interface Rendered {
  readonly text: string;
  readonly losses: readonly FormatNotice[];
  readonly repairs: readonly FormatNotice[];
}

/** The body of the messages; `apart` takes every message into its pieces. Calls without a result get one at once. */
export function rendered(
  format: Format,
  messages: readonly Came[],
  { apart = false, model = 'm' }: { apart?: boolean; model?: string } = {},
): Rendered {
  const calls = callsOf(messages);
  const answered = new Set(
    messages.flatMap(({ message }) =>
      message.parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : [])),
    ),
  );
  const encoded = messages.flatMap((one): EncodedMessage[] => {
    const pieces = apart ? piecesOf(one.message) : [null];
    const texts = pieces.map((parts) => format.encodeMessage(sourceOf(one, { parts, calls, model })));
    const missing = toolCallsOf(one.message).filter(({ id }) => !answered.has(id));
    const results = missing.map(({ id, name }) => ({
      text: format.encodeMissingResult(id, { name, again: null }, '[No result]'),
      losses: [],
      repairs: [],
    }));
    return [...texts, ...results];
  });
  const fragments = encoded.map(({ text }) => text).filter((text) => text !== '');
  const led = format.needsLead(fragments)
    ? [...fragments, format.encodeSummary('[Earlier]', 'user')]
    : fragments;
  const body = format.renderBody(led);
  return {
    text: body.text,
    losses: encoded.flatMap(({ losses }) => losses),
    repairs: [...encoded.flatMap(({ repairs }) => repairs), ...body.repairs],
  };
}

/** The messages of a body, read. */
export function cameFrom(format: Format, name: string, bodyText: string): Came[] {
  const { system, messages } = format.split(bodyText);
  const apart = system === null ? [] : [format.systemData(system)];
  return [
    ...apart.map((dataText) => ({ dataText, message: format.decode(JsonText.parse(dataText), 'data') })),
    ...messages.map((native) => came(format, name, native)),
  ];
}
