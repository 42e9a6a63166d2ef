import type { FormatName, Message } from '@verbatim/conversation';
import { anthropic } from '.';
import type { EncodedMessage, Format, FormatNotice, MessageSource, ShownCall } from '../format';
import { JsonText } from '../json-text';

export const MODEL = 'claude-sonnet-4-5';

/** A message as an event holds it. */
export interface Told {
  readonly dataText: string;
  readonly message: Message;
}

interface Rendered {
  readonly text: string;
  readonly body: unknown;
  readonly losses: readonly FormatNotice[];
  readonly repairs: readonly FormatNotice[];
  readonly violations: readonly string[];
}

export function told(format: Format, name: FormatName, messageText: string): Told {
  const dataText = messageText.replace('{', `{"format":"${name}",`);
  return { dataText, message: format.decode(JsonText.parse(dataText), 'data') };
}

/** The messages of a native body, its system prompt first. */
export function toldBody(bodyText: string): Told[] {
  const { system, messages } = anthropic.split(bodyText);
  const data = system === null ? [] : [anthropic.systemData(system)];
  return [
    ...data.map((dataText) => ({ dataText, message: anthropic.decode(JsonText.parse(dataText), 'data') })),
    ...messages.map((text) => told(anthropic, 'anthropic', text)),
  ];
}

export function canonical(message: Message): Told {
  return { dataText: JSON.stringify(message), message };
}

function sourceOf(one: Told, changes: Partial<MessageSource> = {}): MessageSource {
  const { message, dataText } = one;
  return {
    dataText,
    message,
    parts: null,
    role: message.role,
    replacement: null,
    calls: new Map<string, ShownCall>(),
    model: MODEL,
    ...changes,
  };
}

export function encoded(one: Told, changes: Partial<MessageSource> = {}): EncodedMessage {
  return anthropic.encodeMessage(sourceOf(one, changes));
}

/** The fragments as JSON, the notices as code and part. */
export function sent(one: Told, changes: Partial<MessageSource> = {}) {
  const { text, losses, repairs } = encoded(one, changes);
  return { messages: JSON.parse(`[${text}]`) as unknown, losses: codes(losses), repairs: codes(repairs) };
}

/** All of each message, joined and checked. */
export function rendered(all: readonly Told[]): Rendered {
  return joined(all.map((one) => encoded(one)));
}

/** As a context is made of them: each result a piece of its own, then what else the message holds. */
export function renderedInPieces(all: readonly Told[]): Rendered {
  return joined(all.flatMap((one) => piecesOf(one).map((changes) => encoded(one, changes))));
}

function piecesOf({ message }: Told): Partial<MessageSource>[] {
  const at = message.parts.map((part, index) => ({ index, isResult: part.type === 'tool-result' }));
  const results = at.filter(({ isResult }) => isResult);
  if (results.length === 0 || message.role === 'assistant') return [{}];
  const rest = at.filter(({ isResult }) => !isResult).map(({ index }) => index);
  const pieces = results.map(({ index }) => ({ parts: [index], role: 'tool' as const }));
  return rest.length === 0 ? pieces : [...pieces, { parts: rest }];
}

function joined(messages: readonly EncodedMessage[]): Rendered {
  const { text, repairs } = anthropic.renderBody(messages.map((message) => message.text));
  const body: unknown = JSON.parse(text);
  return {
    text,
    body,
    losses: messages.flatMap(({ losses }) => losses),
    repairs: [...messages.flatMap((message) => message.repairs), ...repairs],
    violations: anthropic.check(body).map(({ rule, index }) => `${index} ${rule}`),
  };
}

export function codes(notices: readonly FormatNotice[]): string[] {
  return notices.map(({ code, part }) => (part === undefined ? code : `${code} ${part}`));
}
