import { refusalOf, type Part, type Role } from '@verbatim/conversation';
import { fieldsOf, type JsonObject } from '../json-object';
import {
  base64UrlOf,
  FILE_NAME,
  type FilePart,
  type ImagePart,
  inputAudioOf,
  isFileId,
  isInputAudio,
  isWebUrl,
} from '../media';

/** Where content stands: what each takes differs. */
export type Side = 'input' | 'assistant' | 'output';

/** The sides in words. */
export const PLACES: Readonly<Record<Side, string>> = {
  input: 'an input message',
  assistant: 'an assistant message',
  output: 'a result',
};

const TAKEN: Readonly<Record<Side, readonly unknown[]>> = {
  input: ['input_text', 'input_image', 'input_file', 'input_audio', 'scoped_content'],
  assistant: ['output_text', 'refusal'],
  output: ['input_text', 'input_image', 'input_file'],
};
const IMAGE_TYPES = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp'].map((subtype) => `image/${subtype}`));
const DETAILS = new Set<unknown>(['low', 'high', 'auto', 'original']);

export function sideOf(role: Role): Side {
  if (role === 'tool') return 'output';
  return role === 'assistant' ? 'assistant' : 'input';
}

/** Why the API refuses an element of this type here; null where it takes it. */
export function typeProblem({ type }: JsonObject, side: Side): string | null {
  if (TAKEN[side].includes(type)) return null;
  return `content of the type ${JSON.stringify(type)} is not taken here (${TAKEN[side].join(', ')})`;
}

/** What is missing in an element of a type that the API takes; null where nothing is. */
export function shapeProblem({ type, text, refusal }: JsonObject): string | null {
  if (type === 'input_text' || type === 'output_text') {
    return typeof text === 'string' ? null : 'the content has no text';
  }
  return type === 'refusal' && typeof refusal !== 'string' ? 'the refusal has no text' : null;
}

/** Why the API cannot read an image, file or sound; null where it can. */
export function mediaProblem(element: JsonObject): string | null {
  switch (element['type']) {
    case 'input_image':
      return imageProblem(element);
    case 'input_file': {
      const { file_id: id, file_url: url, file_data: data } = element;
      return isText(id) || isText(data) || (isText(url) && isWebUrl(url)) ? null : 'a file has no source';
    }
    case 'input_audio':
      return isInputAudio(fieldsOf(element['input_audio'])) ? null : 'the sound is neither wav nor mp3';
    default:
      return null;
  }
}

/** The part as an element of content; null where this side has no place for it. */
export function elementOf(part: Part, side: Side): JsonObject | null {
  if (part.type === 'text') {
    return side === 'assistant'
      ? { type: 'output_text', text: part.text, annotations: [] }
      : { type: 'input_text', text: part.text };
  }
  if (side === 'assistant') {
    const refusal = refusalOf(part);
    return refusal === undefined ? null : { type: 'refusal', refusal };
  }
  if (part.type === 'image') return imageElement(part);
  return part.type === 'file' ? fileElement(part, side) : null;
}

function imageProblem({ image_url: url, file_id: id, detail }: JsonObject): string | null {
  if (detail !== undefined && detail !== null && !DETAILS.has(detail)) return 'the detail is not known';
  if (isText(url)) {
    return isKnownImage(url) ? null : 'the image is neither a web address nor a known kind of image';
  }
  return isText(id) ? null : 'an image has no source';
}

function imageElement({ url, detail }: ImagePart): JsonObject | null {
  const known = DETAILS.has(detail) ? detail : 'auto';
  if (isKnownImage(url)) return { type: 'input_image', image_url: url, detail: known };
  return isFileId(url) ? { type: 'input_image', file_id: url, detail: known } : null;
}

function fileElement({ url, name }: FilePart, side: Side): JsonObject | null {
  const audio = inputAudioOf(url);
  if (audio) {
    const isTaken = side === 'input' && audio !== 'other';
    return isTaken ? { type: 'input_audio', input_audio: audio } : null;
  }
  if (base64UrlOf(url)) return { type: 'input_file', filename: name ?? FILE_NAME, file_data: url };
  if (isWebUrl(url)) return { type: 'input_file', file_url: url };
  return isFileId(url) ? { type: 'input_file', file_id: url } : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isKnownImage(url: string): boolean {
  const mediaType = base64UrlOf(url)?.mediaType.toLowerCase();
  return isWebUrl(url) || (mediaType !== undefined && IMAGE_TYPES.has(mediaType));
}
