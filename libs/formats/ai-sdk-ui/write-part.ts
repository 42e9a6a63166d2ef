import type { Part, ToolCallPart, ToolResultPart } from '@verbatim/conversation';
import { isReadable } from '../ai-sdk/media';
import { mediaTypeFor } from '../ai-sdk/media-type';
import { reasoningLoss } from '../ai-sdk/reasoning';
import {
  argumentsObject,
  kept,
  lost,
  notCarried,
  partNotCarried,
  resultNotCarried,
  withRaw,
  type Written,
} from '../encoding';
import type { MessageSource } from '../format';
import type { MediaPart } from '../media';
import { resultFragment } from './fragments';

export type UiRole = 'system' | 'user' | 'assistant';

/** A canonical part written anew as a part of a UIMessage, a result as its fragment. */
export function writePart(part: Part, index: number, source: MessageSource, role: UiRole): Written {
  if (role === 'system' && part.type !== 'text') return noPlace(part, index, source);
  switch (part.type) {
    case 'text':
      return kept(JSON.stringify({ type: 'text', text: part.text }));
    case 'image':
    case 'file':
      return writeMedia(part, index);
    case 'tool-call':
      return role === 'assistant' ? writeCall(part, index) : noPlace(part, index, source);
    case 'tool-result':
      return writeResult(part, index);
    case 'reasoning': {
      const loss = reasoningLoss('ai-sdk-ui', part, index, source);
      return loss ? lost(loss) : kept(JSON.stringify({ type: 'reasoning', text: part.text }));
    }
    case 'data':
      return noPlace(part, index, source);
  }
}

function noPlace(part: Part, index: number, { message }: MessageSource): Written {
  return lost(partNotCarried('ai-sdk-ui', { part, index }, message));
}

function writeCall(
  { id: toolCallId, name: toolName, arguments: text }: ToolCallPart,
  index: number,
): Written {
  const { json, repairs } = argumentsObject(text, index);
  const call = { type: 'dynamic-tool', toolName, toolCallId, state: 'input-available' };
  return kept(withRaw(call, 'input', json), repairs);
}

/** An output is text here, of an error too. */
function writeResult(result: ToolResultPart, index: number): Written {
  const { callId, content, isError } = result;
  const texts = content.flatMap((item) => (item.type === 'text' ? [item.text] : []));
  const text = JSON.stringify(texts.join('\n'));
  const json = resultFragment(callId, isError === true ? { errorText: text } : { output: text });
  const isTaken = ({ type }: (typeof content)[number]) => type === 'text';
  return {
    ...kept(json),
    losses: resultNotCarried('ai-sdk-ui', index, { ...result, isError: false }, isTaken),
  };
}

function writeMedia(media: MediaPart, index: number): Written {
  const { type, url } = media;
  if (!isReadable(url)) return lost(notCarried('ai-sdk-ui', index, 'a data URL without data'));
  const { mediaType, repairs } = mediaTypeFor(media, index);
  const filename = type === 'file' && media.name !== undefined ? { filename: media.name } : {};
  const isDetailed = type === 'image' && media.detail !== undefined;
  const losses = isDetailed ? [notCarried('ai-sdk-ui', index, 'the detail of an image')] : [];
  return { ...kept(JSON.stringify({ type: 'file', mediaType, ...filename, url }), repairs), losses };
}
