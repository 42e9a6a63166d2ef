import type { Part, ToolResultPart } from '@verbatim/conversation';
import { textParts } from '../decoding';
import { audioPart } from '../media';
import type { Content, ContentElement } from './schema';

/** One part for each element; an empty text is no content. */
export function contentParts(content: Content): Part[] {
  return typeof content === 'string' ? textParts(content) : content.map(partOf);
}

/** What a result can hold; anything else in it is shown as its JSON. */
export function resultContent(content: Content): ToolResultPart['content'] {
  return contentParts(content).map((part) =>
    part.type === 'text' || part.type === 'image' || part.type === 'file'
      ? part
      : { type: 'text', text: JSON.stringify(part.type === 'data' ? part.value : part) },
  );
}

function partOf(element: ContentElement): Part {
  switch (element.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { type: 'text', text: element.text };
    case 'refusal':
      return { type: 'data', name: 'refusal', value: element.refusal };
    case 'input_image': {
      const url = element.image_url ?? element.file_id;
      if (!url) return dataPart(element);
      const { detail } = element;
      return { type: 'image', url, ...(typeof detail === 'string' && { detail }) };
    }
    case 'input_file': {
      const url = element.file_url ?? element.file_data ?? element.file_id;
      const { filename } = element;
      if (!url) return dataPart(element);
      return { type: 'file', url, ...(typeof filename === 'string' && { name: filename }) };
    }
    case 'input_audio':
      return audioPart(element.input_audio);
    case 'other':
      return dataPart(element.value);
  }
}

function dataPart(value: { readonly type: string }): Part {
  return { type: 'data', name: `openai-responses:${value.type}`, value };
}
