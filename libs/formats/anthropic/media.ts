import { fieldsOf, isObject } from '../json-object';
import { dataUrlOf, isWebUrl } from '../media';
import { textOfValue } from '../checking/text-of-value';

/** What the API shows as an image (Vision, "Basics and limits"). */
const IMAGE_TYPES: ReadonlySet<unknown> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** Characters of base64 of one image: the API measures the text that is sent, not the image. Other platforms take half. */
const MAX_IMAGE_LENGTH = 10 * 1024 * 1024;

export interface Media {
  /** An https or data URL, or the provider's id of a file. */
  readonly url: string;
  readonly mediaType?: string;
}

/** The canonical URL of a native source; null where it has none. */
export function mediaOf(source: unknown): Media | null {
  const { type, data, url, file_id: fileId, media_type: mediaType } = fieldsOf(source);
  if (type === 'url' && typeof url === 'string') return { url };
  if (type === 'file' && typeof fileId === 'string') return { url: fileId };
  if (typeof data !== 'string' || typeof mediaType !== 'string') return null;
  if (type === 'base64') return { url: `data:${mediaType};base64,${data}`, mediaType };
  if (type !== 'text') return null;
  return { url: `data:${mediaType};base64,${Buffer.from(data).toString('base64')}`, mediaType };
}

/** The native source of an image from elsewhere; null where only its own provider knows what the URL names. */
export function imageSource(url: string): object | null {
  if (isWebUrl(url)) return { type: 'url', url };
  const parsed = base64Of(url);
  if (!parsed) return null;
  const mediaType = parsed.mediaType === 'image/jpg' ? 'image/jpeg' : parsed.mediaType;
  return { type: 'base64', media_type: mediaType, data: parsed.data };
}

/** As `imageSource`, of a PDF or a plain text. */
export function documentSource({ url, mediaType }: Media): object | null {
  if (isWebUrl(url)) {
    const isPdf = mediaType === 'application/pdf' || (mediaType === undefined && /\.pdf([?#]|$)/i.test(url));
    return isPdf ? { type: 'url', url } : null;
  }
  const parsed = base64Of(url);
  if (parsed?.mediaType === 'text/plain') {
    const text = Buffer.from(parsed.data, 'base64').toString();
    return { type: 'text', media_type: 'text/plain', data: text };
  }
  return parsed ? { type: 'base64', media_type: parsed.mediaType, data: parsed.data } : null;
}

/** Why the API would refuse an image's source; null where it would not, or the kind of source is not known. */
export function imageProblem(source: unknown): string | null {
  if (!isObject(source)) return null;
  if (source['type'] === 'url') return urlProblem(source['url']);
  if (source['type'] !== 'base64') return null;
  const { media_type: mediaType, data } = source;
  if (!IMAGE_TYPES.has(mediaType)) return `an image of type ${textOfValue(mediaType)}`;
  if (!isBase64(data)) return 'an image whose data is not base64';
  return data.length > MAX_IMAGE_LENGTH ? `an image of ${data.length} characters of base64` : null;
}

/** As `imageProblem`, of a document. */
export function documentProblem(source: unknown): string | null {
  if (!isObject(source)) return null;
  const { type, media_type: mediaType, data, url } = source;
  if (type === 'url') return urlProblem(url);
  if (type === 'text') return mediaType === 'text/plain' ? null : `a text of type ${textOfValue(mediaType)}`;
  if (type !== 'base64') return null;
  if (mediaType !== 'application/pdf') return `a file of type ${textOfValue(mediaType)}`;
  return isBase64(data) ? null : 'a file whose data is not base64';
}

function urlProblem(url: unknown): string | null {
  return typeof url === 'string' && /^https:\/\//i.test(url) ? null : 'a URL that is not https';
}

function isBase64(data: unknown): data is string {
  if (typeof data !== 'string' || data.length === 0 || data.length % 4 !== 0) return false;
  // One pattern for all of it would have to remember where it was at each of ten million characters.
  const digits = data.replace(/={1,2}$/, '');
  return digits !== '' && !/[^A-Za-z0-9+/]/.test(digits);
}

/** The media type and the base64 of a data URL, also of one that is written in plain text. */
function base64Of(url: string): { readonly mediaType: string; readonly data: string } | null {
  const found = dataUrlOf(url);
  if (!found) return null;
  const { mediaType, data } = found;
  if (found.isBase64) return { mediaType, data };
  try {
    return { mediaType, data: Buffer.from(decodeURIComponent(data)).toString('base64') };
  } catch {
    return null;
  }
}
