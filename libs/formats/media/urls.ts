export interface DataUrl {
  /** As it was written; empty where it names none. */
  readonly mediaType: string;
  /** What follows the media type, e.g. `charset=utf-8`; without `base64`. */
  readonly parameters: readonly string[];
  readonly isBase64: boolean;
  readonly data: string;
}

/** What a data URL (RFC 2397) holds; null of any other text, and where it holds no data at all. */
export function dataUrlOf(url: string): DataUrl | null {
  const comma = url.indexOf(',');
  if (comma === -1 || !/^data:/i.test(url)) return null;
  const [mediaType = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  const isBase64 = parameters.at(-1)?.toLowerCase() === 'base64';
  return {
    mediaType,
    parameters: isBase64 ? parameters.slice(0, -1) : parameters,
    isBase64,
    data: url.slice(comma + 1),
  };
}

export function isWebUrl(url: string): boolean {
  return /^https?:\/\/./i.test(url);
}

/** A data URL with a media type, no parameters, and bytes in base64. */
export function base64UrlOf(url: string): DataUrl | null {
  const found = dataUrlOf(url);
  if (!found?.isBase64 || found.parameters.length > 0) return null;
  return found.mediaType === '' || found.data === '' ? null : found;
}

/** A web address, or an image's bytes in base64. */
export function isImageUrl(url: string): boolean {
  return isWebUrl(url) || /^image\/./i.test(base64UrlOf(url)?.mediaType ?? '');
}
