import {
  refusalOf,
  type Message,
  type Part,
  type ToolCallPart,
  type ToolResultPart,
} from '@verbatim/conversation';
import {
  argumentsObject,
  isBlank,
  kept,
  lost,
  notCarried,
  partNotCarried,
  withRaw,
  type Written,
} from '../encoding';
import type { MediaPart } from '../media';
import { documentSource, imageSource } from './media';

/** A canonical part that came in another format as a native block; what only the block itself can tell is fitted later. */
export function writePart(part: Part, index: number, message: Message): Written {
  switch (part.type) {
    case 'text':
      return kept(JSON.stringify({ type: 'text', text: part.text }));
    case 'image':
    case 'file':
      return writeMedia(part, index, message);
    case 'tool-call':
      return writeCall(part, index);
    case 'tool-result':
      return writeResult(part, index);
    case 'reasoning':
      return writeReasoning(part, index, message);
    case 'data':
      return writeData(part, index, message);
  }
}

function writeMedia(part: MediaPart, index: number, message: Message): Written {
  const block = mediaBlock(part);
  return block ? kept(JSON.stringify(block)) : lost(partNotCarried('anthropic', { part, index }, message));
}

function mediaBlock(part: MediaPart): object | null {
  if (part.type === 'image' || part.mediaType?.startsWith('image/') === true) {
    const source = imageSource(part.url);
    return source && { type: 'image', source };
  }
  const source = documentSource({
    url: part.url,
    ...(part.mediaType !== undefined && { mediaType: part.mediaType }),
  });
  return source && { type: 'document', source, ...(part.name !== undefined && { title: part.name }) };
}

function writeCall(part: ToolCallPart, index: number): Written {
  const { json } = argumentsObject(part.arguments, index);
  return kept(withRaw({ type: 'tool_use', id: part.id, name: part.name }, 'input', json));
}

function writeResult({ callId, content, isError }: ToolResultPart, index: number): Written {
  const blocks = content.map((item) => (item.type === 'text' ? item : mediaBlock(item)));
  const losses = content.flatMap(({ type }, at) =>
    blocks[at] === null ? [notCarried('anthropic', index, `${type} in a result`)] : [],
  );
  const json = JSON.stringify({
    type: 'tool_result',
    tool_use_id: callId,
    content: contentOf(blocks.filter((block) => block !== null)),
    ...(isError === true && { is_error: true }),
  });
  return { json, losses, repairs: [] };
}

function contentOf(blocks: readonly object[]): string | readonly object[] {
  const [first] = blocks;
  if (!first) return '';
  return blocks.length === 1 && 'text' in first && typeof first.text === 'string' ? first.text : blocks;
}

/** Only what Anthropic sealed can be given back to it. */
function writeReasoning(
  { text, signature, encrypted }: Extract<Part, { type: 'reasoning' }>,
  index: number,
  { provider }: Message,
): Written {
  if (provider !== 'anthropic') return lost(notCarried('anthropic', index, 'reasoning of another provider'));
  const block =
    encrypted === undefined
      ? { type: 'thinking', thinking: text, signature }
      : { type: 'redacted_thinking', data: encrypted };
  return kept(JSON.stringify(block));
}

function writeData(part: Extract<Part, { type: 'data' }>, index: number, message: Message): Written {
  const refusal = refusalOf(part);
  if (refusal === undefined || isBlank(refusal)) {
    return lost(partNotCarried('anthropic', { part, index }, message));
  }
  const detail = 'a refusal leaves as text';
  return kept(JSON.stringify({ type: 'text', text: refusal }), [
    { code: 'refusal-as-text', part: index, detail },
  ]);
}
