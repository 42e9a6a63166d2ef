import { imageSize } from 'image-size';

export interface Dimensions {
  /** In pixels, as is `height`. */
  readonly width: number;
  readonly height: number;
}

/** Characters of base64 that are read: an image's dimensions stand near its beginning. */
const HEADER_CHARACTERS = 256 * 1024;

/** The dimensions of an image in a data URL, from its first bytes; null where they cannot be read there. */
export function imageDimensions(url: string): Dimensions | null {
  const start = /^data:[^,]{0,200};base64,/i.exec(url)?.[0].length;
  if (start === undefined) return null;
  try {
    const { width, height } = imageSize(Buffer.from(url.slice(start, start + HEADER_CHARACTERS), 'base64'));
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}
