import type { FilePart } from './parts';
import { base64UrlOf } from './urls';

/** Shown as the name of a file that has none: OpenAI takes the bytes of a file with a name only. */
export const FILE_NAME = 'file';

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['wav', 'wav'],
  ['x-wav', 'wav'],
  ['wave', 'wav'],
  ['mp3', 'mp3'],
  ['mpeg', 'mp3'],
]);

/** What OpenAI's APIs have under `input_audio`. */
export interface InputAudio {
  readonly data: string;
  readonly format: string;
}

/** True of sound that OpenAI takes. */
export function isInputAudio({ data, format }: Readonly<Record<string, unknown>>): boolean {
  return typeof data === 'string' && data !== '' && (format === 'wav' || format === 'mp3');
}

/** The sound in a data URL: `other` is sound that OpenAI does not take, null is no sound. */
export function inputAudioOf(url: string): InputAudio | 'other' | null {
  const found = base64UrlOf(url);
  const subtype = /^audio\/(.+)$/i.exec(found?.mediaType ?? '')?.[1]?.toLowerCase();
  if (!found || subtype === undefined) return null;
  const format = FORMATS.get(subtype);
  return format === undefined ? 'other' : { data: found.data, format };
}

/** Input audio as a file. */
export function audioPart({ data, format }: InputAudio): FilePart {
  const mediaType = `audio/${format}`;
  return { type: 'file', url: `data:${mediaType};base64,${data}`, mediaType };
}

/** OpenAI's own; other providers' ids mean nothing to it. */
export function isFileId(url: string): boolean {
  return /^file-\w+$/.test(url);
}
