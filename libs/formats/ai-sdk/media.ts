import { dataUrlOf } from '../media';

const FILE_ID = /^(file|assistant)[-_]/;
/** As much base64 as the SDK decodes to find out what kind of image it is. */
const SNIFFED_CHARACTERS = 24;

const signatures = [
  { head: 'iVBORw', mediaType: 'image/png' },
  { head: '/9j/', mediaType: 'image/jpeg' },
  { head: 'R0lGOD', mediaType: 'image/gif' },
  { head: 'UklGR', mediaType: 'image/webp' },
];

const typesByExtension: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
};

/** The SDK's string data (a URL, a data URL, base64, a provider's file id) as a URL, or as the file id that it is. */
export function urlOf(data: string, mediaType: string | undefined): string {
  if (URL.canParse(data) || FILE_ID.test(data)) return data;
  return `data:${mediaTypeOfBase64(data) ?? mediaType ?? 'application/octet-stream'};base64,${data}`;
}

function mediaTypeOfBase64(data: string): string | undefined {
  return signatures.find(({ head }) => data.startsWith(head))?.mediaType;
}

/** The media type and the base64 of a data URL; null where it is no data URL or holds no base64. */
export function base64Of(url: string): { mediaType: string; data: string } | null {
  const found = dataUrlOf(url);
  if (!found?.isBase64) return null;
  return { mediaType: found.mediaType || 'application/octet-stream', data: found.data };
}

/** A data URL needs a comma: the SDK stops with an error at one that has no data. */
export function isReadable(data: string): boolean {
  return !isDataUrl(data) || data.includes(',');
}

/** The SDK decodes the head of an image's base64 to find its type, and stops with an error where that cannot be done. */
export function isReadableImage(data: string): boolean {
  if (!isReadable(data)) return false;
  if (!isDataUrl(data)) return URL.canParse(data) || isBase64(data);
  return isBase64(data.slice(data.indexOf(',') + 1));
}

function isDataUrl(data: string): boolean {
  return /^\s*data:/i.test(data);
}

function isBase64(data: string): boolean {
  try {
    atob(data.slice(0, SNIFFED_CHARACTERS).replaceAll('-', '+').replaceAll('_', '/'));
    return true;
  } catch {
    return false;
  }
}

/** The media type of a file that names none: what its data URL says, else by the end of its name or URL. */
export function guessedMediaType(url: string, name: string | undefined): string | undefined {
  const inUrl = dataUrlOf(url)?.mediaType || undefined;
  const extension = /\.(\w+)$/.exec(name ?? url.split(/[?#]/)[0] ?? '')?.[1];
  return inUrl ?? typesByExtension[extension?.toLowerCase() ?? ''];
}
