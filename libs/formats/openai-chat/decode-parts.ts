import type { Part, ToolCallPart, ToolResultPart } from '@verbatim/conversation';
import { textParts } from '../decoding';
import { audioPart } from '../media';
import type { ChatContentPart, ChatMessage, ChatToolCall } from './schema';

type ResultContent = ToolResultPart['content'][number];

export interface PlacedPart {
  readonly part: Part;
  /** The path in the chat message that it was read from: `content`, `content.0`, `refusal`, `tool_calls.0`. */
  readonly place: string;
}

/**
 * The parts of a chat message in canonical order, with their places: content, refusal, audio, calls. A refusal becomes
 * a data part named `refusal`, input audio a file part with a data URL; a custom call's input is its arguments as
 * written. What a user called and a spoken answer have no canonical type: data parts named `openai-chat:…`.
 */
export function placedParts(message: ChatMessage): PlacedPart[] {
  if (message.role === 'tool') return [placed(toolResult(message), 'content')];
  const content = contentParts(message.content);
  if (message.role === 'user') return [...content, ...userCalls(message.tool_calls)];
  if (message.role !== 'assistant') return content;
  const { refusal, audio, tool_calls: calls } = message;
  return [
    ...content,
    ...(typeof refusal === 'string' ? [placed(refusalPart(refusal), 'refusal')] : []),
    ...(audio ? [placed({ type: 'data', name: 'openai-chat:audio', value: audio }, 'audio')] : []),
    ...(calls ?? []).map((call, at) => placed(toolCallPart(call), `tool_calls.${at}`)),
  ];
}

function placed(part: Part, place: string): PlacedPart {
  return { part, place };
}

function contentParts(content: string | ChatContentPart[] | null | undefined): PlacedPart[] {
  if (typeof content === 'string') {
    return textParts(content).map((part) => placed(part, 'content'));
  }
  return (content ?? []).map((part, at) => placed(contentPart(part), `content.${at}`));
}

function userCalls(calls: unknown): PlacedPart[] {
  if (!Array.isArray(calls) || calls.length === 0) return [];
  return [placed({ type: 'data', name: 'openai-chat:tool_calls', value: calls }, 'tool_calls')];
}

function toolResult(message: Extract<ChatMessage, { role: 'tool' }>): Part {
  const { tool_call_id: callId, name, content } = message;
  return {
    type: 'tool-result',
    callId,
    ...(typeof name === 'string' && { name }),
    content: typeof content === 'string' ? textParts(content) : content.map(mediaPart),
  };
}

function contentPart(part: ChatContentPart): Part {
  return part.type === 'refusal' ? refusalPart(part.refusal) : mediaPart(part);
}

function mediaPart(part: Exclude<ChatContentPart, { type: 'refusal' }>): ResultContent {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
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

function refusalPart(refusal: string): Part {
  return { type: 'data', name: 'refusal', value: refusal };
}

function toolCallPart(call: ChatToolCall): ToolCallPart {
  return call.type === 'function'
    ? { type: 'tool-call', id: call.id, name: call.function.name, arguments: call.function.arguments }
    : { type: 'tool-call', id: call.id, name: call.custom.name, arguments: call.custom.input };
}
