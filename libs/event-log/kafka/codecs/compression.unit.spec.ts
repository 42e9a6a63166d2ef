import { gzipSync } from 'node:zlib';
import { CompressionCodecs, CompressionTypes, KafkaJSNonRetriableError } from 'kafkajs';
import { compressFrameSync } from 'lz4-napi';
import { compressSync } from 'snappy';
import { installCodecs, LARGEST_BATCH } from './compression';

installCodecs();

type Codec = 'GZIP' | 'Snappy' | 'LZ4' | 'ZSTD';

function unpack(codec: Codec, bytes: Buffer): Promise<Buffer> {
  const { decompress } = CompressionCodecs[CompressionTypes[codec]]() as {
    decompress: (bytes: Buffer) => Promise<Buffer>;
  };
  return decompress(bytes);
}

/** A frame of blocks that each repeat one byte 128 KiB times, and of a rest (zstd, RFC 8878). */
function zstdOfZeros(bytes: number): Buffer {
  const whole = 128 * 1024;
  const sizes = [...Array<number>(Math.floor(bytes / whole)).fill(whole), bytes % whole];
  const blocks = sizes.map((size, index) => {
    const block = Buffer.alloc(4);
    block.writeUIntLE(size * 8 + 2 + (index === sizes.length - 1 ? 1 : 0), 0, 3);
    return block;
  });
  return Buffer.concat([Buffer.from('28b52ffd0058', 'hex'), ...blocks]);
}

const packers: [Codec, (bytes: number) => Buffer][] = [
  ['GZIP', (bytes) => gzipSync(Buffer.alloc(bytes), { level: 1 })],
  ['Snappy', (bytes) => compressSync(Buffer.alloc(bytes))],
  ['LZ4', (bytes) => compressFrameSync(Buffer.alloc(bytes))],
  ['ZSTD', zstdOfZeros],
];

describe.each(packers)('%s', (codec, zeros) => {
  test('a batch as large as allowed is read', async () => {
    const unpacked = await unpack(codec, zeros(LARGEST_BATCH));
    expect(unpacked.equals(Buffer.alloc(LARGEST_BATCH))).toBe(true);
  });

  test('a batch that would unpack to more is refused, and the next one is read', async () => {
    const bomb = zeros(LARGEST_BATCH + 1);
    expect(bomb.length).toBeLessThan(LARGEST_BATCH / 10);
    await expect(unpack(codec, bomb)).rejects.toThrow(KafkaJSNonRetriableError);
    await expect(unpack(codec, zeros(3))).resolves.toEqual(Buffer.alloc(3));
  });

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['nothing', () => Buffer.alloc(0)],
    ['garbage', () => Buffer.from('this was never compressed at all')],
  ])('bytes that are broken (%s) are refused, and the codec is named', async (_, broken) => {
    const refused = unpack(codec, broken(zeros(1000)));
    await expect(refused).rejects.toThrow(KafkaJSNonRetriableError);
    await expect(refused).rejects.toThrow(`a batch compressed with ${codec.toLowerCase()} cannot be read: `);
  });
});

describe("snappy in the framing of Java's producers", () => {
  const header = Buffer.concat([
    Buffer.from('\x82SNAPPY\0', 'latin1'),
    Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]),
  ]);
  const framed = (...blocks: Buffer[]): Buffer =>
    Buffer.concat([
      header,
      ...blocks.flatMap((block) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(block.length);
        return [length, block];
      }),
    ]);

  test('the blocks are put together', async () => {
    const unpacked = await unpack('Snappy', framed(compressSync('one, '), compressSync('two')));
    expect(unpacked.toString()).toBe('one, two');
  });

  test('the limit is for all of them together', async () => {
    const half = compressSync(Buffer.alloc(LARGEST_BATCH / 2 + 1));
    await expect(unpack('Snappy', framed(half, half))).rejects.toThrow('the limit is');
  });

  test('a block that ends after the batch is refused', async () => {
    const cut = framed(compressSync('one')).subarray(0, -1);
    await expect(unpack('Snappy', cut)).rejects.toThrow('a block ends after the batch');
  });
});
