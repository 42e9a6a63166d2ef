import type { FormatNotice } from '../format';
import type { MediaPart } from '../media';
import { guessedMediaType } from './media';

/** The media type that the SDK asks for. It knows `image/*`, for an image of any kind; of other files one is assumed. */
export function mediaTypeFor(media: MediaPart, part: number): { mediaType: string; repairs: FormatNotice[] } {
  const name = media.type === 'file' ? media.name : undefined;
  const known = media.mediaType ?? guessedMediaType(media.url, name);
  if (known !== undefined) return { mediaType: known, repairs: [] };
  if (media.type === 'image') return { mediaType: 'image/*', repairs: [] };
  const assumed = 'application/octet-stream';
  const detail = `the media type is not known and leaves as ${assumed}`;
  return { mediaType: assumed, repairs: [{ code: 'media-type-assumed', part, detail }] };
}
