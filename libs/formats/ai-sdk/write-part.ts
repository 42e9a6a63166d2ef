import type { Part, ToolCallPart, ToolResultPart } from '@verbatim/conversation';
import { argumentsObject, kept, lost, notCarried, partNotCarried, withRaw, type Written } from '../encoding';
import type { MessageSource } from '../format';
import type { MediaPart } from '../media';
import type { BlockRole } from './fit';
import { isReadable, isReadableImage } from './media';
import { mediaTypeFor } from './media-type';
import { reasoningLoss } from './reasoning';
import { outputOf } from './write-output';

/** A canonical part written anew as a block, for a message of the role; results are for a tool message. */
export function writePart(part: Part, index: number, source: MessageSource, role: BlockRole): Written {
  switch (part.type) {
    case 'text':
      return kept(JSON.stringify({ type: 'text', text: part.text }));
    case 'image':
    case 'file':
      return role === 'tool' ? noPlace(part, index, source) : writeMedia(part, index, role);
    case 'tool-call':
      return role === 'assistant' ? writeCall(part, index) : noPlace(part, index, source);
    case 'tool-result':
      return writeResult(part, index, source);
    case 'reasoning': {
      const loss = reasoningLoss('ai-sdk', part, index, source);
      return loss ? lost(loss) : kept(JSON.stringify({ type: 'reasoning', text: part.text }));
    }
    case 'data':
      return noPlace(part, index, source);
  }
}

function noPlace(part: Part, index: number, { message }: MessageSource): Written {
  return lost(partNotCarried('ai-sdk', { part, index }, message));
}

function writeCall({ id, name, arguments: text }: ToolCallPart, index: number): Written {
  const { json, repairs } = argumentsObject(text, index);
  return kept(withRaw({ type: 'tool-call', toolCallId: id, toolName: name }, 'input', json), repairs);
}

function writeResult(part: ToolResultPart, index: number, { calls }: MessageSource): Written {
  const { output, losses } = outputOf(part, index);
  const toolName = calls.get(part.callId)?.name ?? part.name ?? '';
  const block = { type: 'tool-result', toolCallId: part.callId, toolName, output };
  return { ...kept(JSON.stringify(block)), losses };
}

function writeMedia(media: MediaPart, index: number, role: BlockRole): Written {
  const { type, url } = media;
  if (!isReadable(url)) return lost(notCarried('ai-sdk', index, 'a data URL without data'));
  const { mediaType, repairs } = mediaTypeFor(media, index);
  if (type === 'image' && role === 'user' && isReadableImage(url)) {
    const { detail } = media;
    const options = detail === undefined ? {} : { providerOptions: { openai: { imageDetail: detail } } };
    const known = mediaType === 'image/*' ? {} : { mediaType };
    return kept(JSON.stringify({ type: 'image', image: url, ...known, ...options }));
  }
  const filename = type === 'file' && media.name !== undefined ? { filename: media.name } : {};
  return kept(JSON.stringify({ type: 'file', data: url, mediaType, ...filename }), repairs);
}
