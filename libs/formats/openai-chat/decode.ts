import {
  type Message,
  type Part,
  type TextPart,
  type ToolCallPart,
  VerbatimError,
} from '@verbatim/conversation';
import { parseJson } from '../json-text';
import { sentence } from '../sentence';
import { type ChatContentPart, type ChatMessage, type ChatToolCall, chatMessageSchema } from './schema';

type FilePart = Extract<Part, { type: 'file' }>;

/**
 * One chat message as the canonical one. A refusal becomes a data part named `refusal`, audio a file part with a
 * data URL; a custom call's input is its arguments as written. Keys of the message that have no canonical place
 * stay in the raw text, which is what leaves again.
 * @throws VerbatimError `event-invalid`, one sentence that begins with `path`
 */
export function decode(dataText: string, path = 'data'): Message {
  return decodeValue(parseJson(dataText, 'event-invalid').value(), path);
}

/** As `decode`, of a message that is parsed already. */
export function decodeValue(value: unknown, path: string): Message {
  const result = chatMessageSchema.safeParse(value);
  if (!result.success) throw new VerbatimError('event-invalid', sentence(result.error, value, path));
  const message = result.data;
  const parts = message.role === 'tool' ? [toolResult(message)] : partsOf(message);
  if (message.role === 'tool' || typeof message.name !== 'string') return { role: message.role, parts };
  return { role: message.role, parts, name: message.name };
}

function toolResult(message: Extract<ChatMessage, { role: 'tool' }>): Part {
  return {
    type: 'tool-result',
    callId: message.tool_call_id,
    ...(typeof message.name === 'string' && { name: message.name }),
    content:
      typeof message.content === 'string'
        ? textParts(message.content)
        : message.content.map((part): TextPart => ({ type: 'text', text: part.text })),
  };
}

function partsOf(message: Exclude<ChatMessage, { role: 'tool' }>): Part[] {
  const { content } = message;
  const parts = typeof content === 'string' ? textParts(content) : (content ?? []).map(contentPart);
  if (message.role !== 'assistant') return parts;
  const refusal = typeof message.refusal === 'string' ? [refusalPart(message.refusal)] : [];
  return [...parts, ...refusal, ...(message.tool_calls ?? []).map(toolCallPart)];
}

function textParts(text: string): TextPart[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function contentPart(part: ChatContentPart): Part {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'refusal':
      return refusalPart(part.refusal);
    case 'image_url': {
      const { url, detail } = part.image_url;
      return { type: 'image', url, ...(typeof detail === 'string' && { detail }) };
    }
    case 'input_audio':
      return audioPart(part.input_audio);
    case 'file': {
      const { file_data: data, file_id: id, filename } = part.file;
      return { type: 'file', url: data ?? id ?? '', ...(typeof filename === 'string' && { name: filename }) };
    }
  }
}

function audioPart({ data, format }: { data: string; format: string }): FilePart {
  const mediaType = `audio/${format}`;
  return { type: 'file', url: `data:${mediaType};base64,${data}`, mediaType };
}

function refusalPart(refusal: string): Part {
  return { type: 'data', name: 'refusal', value: refusal };
}

function toolCallPart(call: ChatToolCall): ToolCallPart {
  return call.type === 'function'
    ? { type: 'tool-call', id: call.id, name: call.function.name, arguments: call.function.arguments }
    : { type: 'tool-call', id: call.id, name: call.custom.name, arguments: call.custom.input };
}
