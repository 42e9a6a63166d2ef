import type { Part, Role, ToolResultPart } from '@verbatim/conversation';
import { read, textParts } from '../decoding';
import { fieldsOf } from '../json-object';
import type { JsonText } from '../json-text';
import type { MediaPart } from '../media';
import { mediaOf } from './media';
import {
  mediaSchema,
  type NativeBlock,
  redactedSchema,
  textSchema,
  thinkingSchema,
  toolResultSchema,
  toolUseSchema,
} from './schema';

type ResultContent = ToolResultPart['content'];

/**
 * One block as one canonical part. Blocks of the provider's own tools, those that this version does not know and those that
 * the role cannot hold are data parts named `anthropic:<type>`.
 * @throws VerbatimError `event-invalid`
 */
export function decodeBlock(block: NativeBlock, raw: JsonText, role: Role, path: string): Part {
  if (block.type === 'text') return { type: 'text', text: read(textSchema, block, path).text };
  if (role === 'assistant') return assistantPart(block, raw, path);
  return role === 'user' ? userPart(block, raw, path) : dataPart(block);
}

function assistantPart(block: NativeBlock, raw: JsonText, path: string): Part {
  switch (block.type) {
    case 'tool_use': {
      const { id, name } = read(toolUseSchema, block, path);
      return { type: 'tool-call', id, name, arguments: raw.property('input')?.slice() ?? '' };
    }
    case 'thinking': {
      const { thinking, signature } = read(thinkingSchema, block, path);
      return { type: 'reasoning', text: thinking, ...(typeof signature === 'string' && { signature }) };
    }
    case 'redacted_thinking':
      return { type: 'reasoning', text: '', encrypted: read(redactedSchema, block, path).data };
    case 'server_tool_use':
      read(toolUseSchema, block, path);
      return dataPart(block);
    default:
      return userPart(block, raw, path);
  }
}

function userPart(block: NativeBlock, raw: JsonText, path: string): Part {
  switch (block.type) {
    case 'image':
    case 'document':
      return mediaPart(block, path) ?? dataPart(block);
    case 'tool_result':
      return resultPart(block, raw, path);
    default:
      return dataPart(block);
  }
}

function resultPart(block: NativeBlock, raw: JsonText, path: string): ToolResultPart {
  const result = read(toolResultSchema, block, path);
  const slices = raw.property('content')?.elements() ?? [];
  const content =
    typeof result.content === 'string'
      ? textParts(result.content)
      : (result.content ?? []).map((inner, at) =>
          resultContent(inner, slices[at]?.slice() ?? '', `${path}.content[${at}]`),
        );
  return {
    type: 'tool-result',
    callId: result.tool_use_id,
    content,
    ...(result.is_error === true && { isError: true }),
  };
}

/** What is neither text, image nor file is readable as its JSON, a search result as its text. */
function resultContent(block: NativeBlock, slice: string, path: string): ResultContent[number] {
  if (block.type === 'text') return { type: 'text', text: read(textSchema, block, path).text };
  if (block.type === 'search_result') return { type: 'text', text: searchText(block) ?? slice };
  const isMedia = block.type === 'image' || block.type === 'document';
  return (isMedia ? mediaPart(block, path) : null) ?? { type: 'text', text: slice };
}

function mediaPart(block: NativeBlock, path: string): MediaPart | null {
  const media = mediaOf(read(mediaSchema, block, path).source);
  if (!media) return null;
  if (block.type === 'image') return { type: 'image', ...media };
  const title = block['title'];
  return { type: 'file', ...media, ...(typeof title === 'string' && { name: title }) };
}

function searchText({ title, source, content }: NativeBlock): string | null {
  if (!Array.isArray(content)) return null;
  const texts = content.map((inner: unknown) => fieldsOf(inner)['text']);
  return [title, source, ...texts].filter((text) => typeof text === 'string').join('\n');
}

function dataPart(block: NativeBlock): Part {
  return { type: 'data', name: `anthropic:${block.type}`, value: block };
}
