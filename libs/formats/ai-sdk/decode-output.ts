import type { ToolResultPart } from '@verbatim/conversation';
import { textParts } from '../decoding';
import type { JsonText } from '../json-text';
import type { MediaPart } from '../media';
import { urlOf } from './media';
import type { ContentItem, Output } from './output-schema';

type Content = ToolResultPart['content'];

/**
 * A tool's output as the content of a canonical result: JSON as the text that it was written as. `raw` is the source of
 * `output`. Items made for one provider only (`custom`) have no place in it.
 */
export function contentOf(output: Output, raw: JsonText | undefined): Content {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return textParts(output.value);
    case 'json':
    case 'error-json':
      return textParts(raw?.property('value')?.slice() ?? '');
    case 'execution-denied':
      return textParts(output.reason ?? 'Tool execution denied.');
    case 'content':
      return output.value.flatMap(itemContent);
  }
}

export function isErrorOutput({ type }: Output): boolean {
  return type === 'error-text' || type === 'error-json' || type === 'execution-denied';
}

function itemContent(item: ContentItem): Content {
  switch (item.type) {
    case 'text':
      return textParts(item.text);
    case 'media':
      return [mediaContent(item.mediaType.startsWith('image/'), item)];
    case 'image-data':
      return [mediaContent(true, item)];
    case 'file-data':
      return [
        { ...mediaContent(false, item), ...(item.filename === undefined ? {} : { name: item.filename }) },
      ];
    case 'image-url':
      return [{ type: 'image', url: item.url }];
    case 'file-url':
      return [
        {
          type: 'file',
          url: item.url,
          ...(item.mediaType === undefined ? {} : { mediaType: item.mediaType }),
        },
      ];
    case 'image-file-id':
      return [{ type: 'image', url: oneId(item.fileId) }];
    case 'file-id':
      return [{ type: 'file', url: oneId(item.fileId) }];
    case 'custom':
      return [];
  }
}

function mediaContent(isImage: boolean, { data, mediaType }: { data: string; mediaType: string }): MediaPart {
  return { type: isImage ? 'image' : 'file', url: urlOf(data, mediaType), mediaType };
}

/** Ids may be given by provider; the first stands for all. */
function oneId(id: string | Readonly<Record<string, string>>): string {
  return typeof id === 'string' ? id : (Object.values(id)[0] ?? '');
}
