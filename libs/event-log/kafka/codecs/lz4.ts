import { decompressFrame } from 'lz4-napi';

/** No sequence of a block stands for more than 255 times its own bytes. */
const LARGEST_RATIO = 255;
const UNCOMPRESSED = 0x8000_0000;

/** @throws Error where the bytes are no LZ4 frame, are broken or may unpack to more than `limit` bytes */
export async function unpackLz4(bytes: Buffer, limit: number): Promise<Buffer> {
  const size = largestSize(bytes);
  if (size > limit) throw new Error(`it may unpack to ${size} bytes, the limit is ${limit}`);
  return decompressFrame(bytes);
}

/** What the frame unpacks to at most, told by its blocks' sizes (LZ4 frame format 1.6). */
function largestSize(frame: Buffer): number {
  const flags = frame.readUInt8(4);
  const blockMaximum = 2 ** (8 + 2 * ((frame.readUInt8(5) >> 4) & 7));
  const hasBlockChecksums = (flags & 0x10) !== 0;
  const hasContentSize = (flags & 0x08) !== 0;
  const hasDictionary = (flags & 0x01) !== 0;
  let at = 7 + (hasContentSize ? 8 : 0) + (hasDictionary ? 4 : 0);
  let size = 0;
  for (;;) {
    const word = frame.readUInt32LE(at);
    if (word === 0) return size;
    const length = word % UNCOMPRESSED;
    size += word >= UNCOMPRESSED ? length : Math.min(blockMaximum, length * LARGEST_RATIO);
    at += 4 + length + (hasBlockChecksums ? 4 : 0);
  }
}
