import {
  refusalOf,
  type Part,
  type Role,
  type ToolCallPart,
  type ToolResultPart,
} from '@verbatim/conversation';
import {
  argumentsObject,
  EMPTY_MESSAGE,
  emptyMessage,
  isBlank,
  noticesOf,
  partNotCarried,
  resultNotCarried,
  type ShownPart,
  untouched,
} from '../encoding';
import type { EncodedMessage, MessageSource } from '../format';
import { type ImagePart, isImageUrl } from '../media';
import { callFragment, resultFragment } from './fragment';
import { toolUse } from './tool-use';

/** What is said and called, as a message or as a fragment for each call. */
export function writeSaid(parts: readonly ShownPart[], { message }: MessageSource): EncodedMessage {
  const { role } = message;
  const texts = parts.flatMap(({ part }) => textOf(part) ?? []).filter((text) => !isBlank(text));
  const images = parts.flatMap(({ part }) => (isShownImage(part, role) ? part.url : []));
  const calls = parts.flatMap(({ part, index }) => (isCall(part, role) ? [{ part, index }] : []));
  const losses = parts
    .filter(({ part }) => textOf(part) === null && !isShownImage(part, role) && !isCall(part, role))
    .map((shown) => partNotCarried('agent-zero', shown, message));
  if (calls.length > 0) return { ...writeCalls(calls, texts), losses };
  if (texts.length + images.length === 0) {
    // What was lost says enough of a message of which nothing is left.
    return losses.length > 0 && role !== 'user'
      ? { text: '', losses, repairs: [] }
      : { ...writeEmpty(role), losses };
  }
  if (role === 'system' || role === 'developer') {
    return { ...untouched(JSON.stringify({ system: texts.join('\n\n') })), losses };
  }
  const ai = role === 'assistant';
  const content = images.length > 0 ? rawMessage(texts, images) : saidContent(ai, texts);
  return { ...untouched(JSON.stringify({ ai, content })), losses };
}

export function writeResult(result: ToolResultPart, index: number, { calls }: MessageSource): EncodedMessage {
  const { callId, name, content } = result;
  const text = content.flatMap((item) => (item.type === 'text' ? item.text : [])).join('\n');
  const toolName = calls.get(callId)?.name ?? name ?? 'unknown';
  const losses = resultNotCarried('agent-zero', index, result, ({ type }) => type === 'text');
  return { ...untouched(resultFragment(callId, toolName, text)), losses };
}

/** What stands for a message with nothing to show: of a user, that there was one. */
export function writeEmpty(role: Role): EncodedMessage {
  const isLeft = role === 'user';
  const text = isLeft ? JSON.stringify({ ai: false, content: EMPTY_MESSAGE }) : '';
  return { text, losses: [], repairs: [emptyMessage('agent-zero', isLeft)] };
}

/** One text, or a list of texts; also where one alone would be read as a call. */
export function saidContent(ai: boolean, texts: readonly string[]): string | readonly string[] {
  const [only] = texts;
  return only === undefined || texts.length > 1 || toolUse(ai, only) !== null ? texts : only;
}

function writeCalls(
  calls: readonly { readonly part: ToolCallPart; readonly index: number }[],
  thoughts: readonly string[],
): EncodedMessage {
  const written = calls.map(({ part, index }, at) => {
    const { json, repairs } = argumentsObject(part.arguments, index);
    return { text: callFragment(part.id, part.name, json, at === 0 ? thoughts : []), repairs };
  });
  return { text: written.map(({ text }) => text).join(','), ...noticesOf(written) };
}

function rawMessage(texts: readonly string[], urls: readonly string[]): object {
  const pieces = [
    ...texts.map((text) => ({ type: 'text', text })),
    ...urls.map((url) => ({ type: 'image_url', image_url: { url } })),
  ];
  return { raw_content: pieces, preview: [...texts, ...urls.map(() => '[image]')].join('\n') };
}

function isShownImage(part: Part, role: Role): part is ImagePart {
  return part.type === 'image' && role === 'user' && isImageUrl(part.url);
}

function isCall(part: Part, role: Role): part is ToolCallPart {
  return part.type === 'tool-call' && role === 'assistant';
}

function textOf(part: Part): string | null {
  return part.type === 'text' ? part.text : (refusalOf(part) ?? null);
}
