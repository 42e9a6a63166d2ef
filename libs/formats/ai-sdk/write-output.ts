import type { ToolResultPart } from '@verbatim/conversation';
import { edited, notCarried } from '../encoding';
import type { FormatNotice } from '../format';
import { type JsonText, withProperty } from '../json-text';
import type { MediaPart } from '../media';
import { base64Of, guessedMediaType, isReadable } from './media';

type Item = ToolResultPart['content'][number];

/** The output of a canonical result. The SDK's errors are text: where images or files stand beside, the mark is a loss. */
export function outputOf(
  { content, isError }: ToolResultPart,
  part: number,
): { output: object; losses: FormatNotice[] } {
  const readable = content.filter((item) => item.type === 'text' || isReadable(item.url));
  const losses =
    readable.length < content.length ? [notCarried('ai-sdk', part, 'a data URL without data')] : [];
  if (readable.every((item) => item.type === 'text')) {
    return { output: textOutput(readable.map(({ text }) => text).join('\n'), isError === true), losses };
  }
  const mark = isError ? [notCarried('ai-sdk', part, 'the error mark of a result with images or files')] : [];
  return { output: { type: 'content', value: readable.map(itemOf) }, losses: [...losses, ...mark] };
}

export function textOutput(value: string, isError: boolean): { type: string; value: string } {
  return { type: isError ? 'error-text' : 'text', value };
}

/** The block of a result with a text in place of what the tool gave back. */
export function withTextOutput(block: JsonText, text: string, isError: boolean): string {
  const before = block.property('output');
  const output = textOutput(text, isError);
  if (before?.kind !== 'object') return withProperty(block, 'output', JSON.stringify(output));
  const members = { reason: null, type: JSON.stringify(output.type), value: JSON.stringify(output.value) };
  return withProperty(block, 'output', edited(before, [{ members }]).text);
}

function itemOf(item: Item): object {
  return item.type === 'text' ? item : mediaItem(item);
}

function mediaItem(item: MediaPart): object {
  const { type, url, mediaType } = item;
  const inline = base64Of(url);
  if (inline) {
    const filename = item.type === 'file' && item.name !== undefined ? { filename: item.name } : {};
    return { type: `${type}-data`, data: inline.data, mediaType: mediaType ?? inline.mediaType, ...filename };
  }
  if (!URL.canParse(url)) return { type: type === 'image' ? 'image-file-id' : 'file-id', fileId: url };
  const guessed = mediaType ?? guessedMediaType(url, undefined);
  return {
    type: `${type}-url`,
    url,
    ...(type === 'file' && guessed !== undefined ? { mediaType: guessed } : {}),
  };
}
