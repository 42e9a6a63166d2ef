import type { Part, Role } from '@verbatim/conversation';
import type { JsonObject } from '../json-object';
import {
  base64UrlOf,
  FILE_NAME,
  type FilePart,
  type ImagePart,
  inputAudioOf,
  isFileId,
  isImageUrl,
  isInputAudio,
} from '../media';
import type { ChatContentPart } from './schema';

/** The part as an element of `content`; null where this role's content has no place for it. */
export function elementOf(part: Part, role: Role): JsonObject | null {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (role !== 'user') return null;
  if (part.type === 'image') return imageElement(part);
  return part.type === 'file' ? fileElement(part) : null;
}

/** True where OpenAI takes this element of `content` from this role. */
export function isTaken(element: ChatContentPart, role: Role): boolean {
  switch (element.type) {
    case 'text':
      return true;
    case 'refusal':
      return role === 'assistant';
    case 'image_url':
      return role === 'user' && isImageUrl(element.image_url.url);
    case 'input_audio':
      return role === 'user' && isInputAudio(element.input_audio);
    case 'file': {
      const { file_data: data, file_id: id } = element.file;
      return role === 'user' && (base64UrlOf(data ?? '') !== null || (id ?? '') !== '');
    }
  }
}

function imageElement({ url, detail }: ImagePart): JsonObject | null {
  if (!isImageUrl(url)) return null;
  return { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } };
}

function fileElement({ url, name }: FilePart): JsonObject | null {
  const audio = inputAudioOf(url);
  if (audio) return audio === 'other' ? null : { type: 'input_audio', input_audio: audio };
  if (base64UrlOf(url)) return { type: 'file', file: { file_data: url, filename: name ?? FILE_NAME } };
  return isFileId(url) ? { type: 'file', file: { file_id: url } } : null;
}
