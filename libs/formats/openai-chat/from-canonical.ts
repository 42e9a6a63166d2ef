import { type Message, type Part, toolCallsOf } from '@verbatim/conversation';
import type { Loss } from '../format';
import { refusalOf } from '../message-texts';

type ChatPart = { readonly type: string } & Readonly<Record<string, unknown>>;
type Chat = Readonly<Record<string, unknown>>;

interface ChatWithLosses {
  readonly chat: Chat;
  readonly losses: readonly Loss[];
}

/**
 * A canonical message as a chat message. One text part is written as a plain string, several parts as a list.
 * Users may carry images, files and audio, everyone else text only; reasoning, data and files by URL have no place
 * in chat completions and are listed as losses.
 */
export function chatMessageOf(message: Message): ChatWithLosses {
  if (message.role === 'tool') return toolMessage(message);
  const written = message.parts.map((part, index) => ({ part, index, chat: chatPart(part, message.role) }));
  const losses = written
    .filter(({ part, chat }) => chat === null && !isBesideContent(part, message))
    .map(({ part, index }) => notCarried(`parts[${index}]`, part.type, message.role));
  const content = contentOf(written.flatMap(({ chat }) => chat ?? []));
  const name = message.name === undefined ? {} : { name: message.name };
  if (message.role !== 'assistant') return { chat: { role: message.role, content, ...name }, losses };
  return { chat: { role: 'assistant', ...assistantKeys(message, content), ...name }, losses };
}

function isBesideContent(part: Part, message: Message): boolean {
  return message.role === 'assistant' && (part.type === 'tool-call' || refusalOf(part) !== undefined);
}

function assistantKeys(message: Message, content: string | ChatPart[]): Chat {
  const calls = toolCallsOf(message).map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  const refusals = message.parts.flatMap((part) => refusalOf(part) ?? []);
  const silent = content === '' && calls.length + refusals.length > 0;
  return {
    content: silent ? null : content,
    ...(refusals.length > 0 && { refusal: refusals.join('\n') }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function toolMessage(message: Message): ChatWithLosses {
  const losses: Loss[] = [];
  let callId = '';
  const content: ChatPart[] = [];
  message.parts.forEach((part, index) => {
    if (part.type !== 'tool-result') {
      losses.push(notCarried(`parts[${index}]`, part.type, 'tool'));
      return;
    }
    callId = part.callId;
    if (part.isError === true) losses.push(notCarried(`parts[${index}].isError`, 'isError', 'tool'));
    part.content.forEach((inner, at) => {
      if (inner.type === 'text') content.push({ type: 'text', text: inner.text });
      else losses.push(notCarried(`parts[${index}].content[${at}]`, inner.type, 'tool'));
    });
  });
  return { chat: { role: 'tool', tool_call_id: callId, content: contentOf(content) }, losses };
}

/** The part as it stands in `content`; null where this role's content has no place for it. */
function chatPart(part: Part, role: Message['role']): ChatPart | null {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (role !== 'user') return null;
  if (part.type === 'image') {
    return {
      type: 'image_url',
      image_url: { url: part.url, ...(part.detail !== undefined && { detail: part.detail }) },
    };
  }
  return part.type === 'file' ? filePart(part) : null;
}

function filePart(part: Extract<Part, { type: 'file' }>): ChatPart | null {
  const audio = /^data:audio\/([^;,]+);base64,(.*)$/s.exec(part.url);
  if (audio) return { type: 'input_audio', input_audio: { data: audio[2], format: audio[1] } };
  if (/^https?:/i.test(part.url)) return null;
  const filename = part.name === undefined ? {} : { filename: part.name };
  return part.url.startsWith('data:')
    ? { type: 'file', file: { file_data: part.url, ...filename } }
    : { type: 'file', file: { file_id: part.url, ...filename } };
}

function contentOf(parts: readonly ChatPart[]): string | ChatPart[] {
  const [only] = parts;
  if (!only) return '';
  return parts.length === 1 && typeof only['text'] === 'string' ? only['text'] : [...parts];
}

function notCarried(part: string, what: string, role: string): Loss {
  return {
    code: 'part-not-carried',
    part,
    detail: `openai-chat has no place for ${what} in a ${role} message`,
  };
}
