import { uncompress } from 'snappy';

/** Of snappy-java's framing, which Java's producers write; librdkafka's write one raw block. */
const MAGIC = Buffer.from('\x82SNAPPY\0', 'latin1');
const HEADER_BYTES = MAGIC.length + 8;

/** @throws Error where the bytes are broken or unpack to more than `limit` bytes */
export async function unpackSnappy(bytes: Buffer, limit: number): Promise<Buffer> {
  const blocks = bytes.subarray(0, MAGIC.length).equals(MAGIC) ? framedBlocks(bytes) : [bytes];
  const size = blocks.reduce((sum, block) => sum + declaredSize(block), 0);
  if (size > limit) throw new Error(`it unpacks to ${size} bytes, the limit is ${limit}`);
  const unpacked = await Promise.all(blocks.map((block) => uncompress(block)));
  return Buffer.concat(unpacked.map((block) => (typeof block === 'string' ? Buffer.from(block) : block)));
}

/** After the header each block is preceded by its length (32 bits, big-endian). */
function framedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = HEADER_BYTES; at < bytes.length;) {
    const begin = at + 4;
    at = begin + bytes.readUInt32BE(at);
    if (at > bytes.length) throw new Error('a block ends after the batch');
    blocks.push(bytes.subarray(begin, at));
  }
  return blocks;
}

/** A raw block begins with the length of what it holds, as a varint; a decoder writes no more than that. */
function declaredSize(block: Buffer): number {
  let size = 0;
  for (const [index, byte] of block.subarray(0, 5).entries()) {
    size += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return size;
  }
  throw new Error('a block does not say its size');
}
