import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { CompressionCodecs, CompressionTypes, KafkaJSNonRetriableError } from 'kafkajs';
import { ZSTDDecoder } from 'zstddec';
import { unpackLz4 } from './lz4';
import { unpackSnappy } from './snappy';

/** What a batch may unpack to. More is refused before it is unpacked: a few kilobytes can stand for gigabytes. */
export const LARGEST_BATCH = 64 * 1024 * 1024;

/** The encoded records, as kafkajs hands them to a codec. */
interface Records {
  readonly buffer: Buffer;
}

const zstd = new ZSTDDecoder();

/**
 * Lets every client of kafkajs in this process read what producers compress: gzip, snappy, lz4 and zstd. Only gzip is
 * written. A batch that cannot be read, or would unpack to more than {@link LARGEST_BATCH}, throws
 * KafkaJSNonRetriableError. Again is harmless.
 */
export function installCodecs(): void {
  CompressionCodecs[CompressionTypes.GZIP] = () => ({
    ...reader('gzip', (bytes) => promisify(gunzip)(bytes, { maxOutputLength: LARGEST_BATCH })),
    compress: ({ buffer }: Records) => promisify(gzip)(buffer),
  });
  CompressionCodecs[CompressionTypes.Snappy] = () =>
    reader('snappy', (bytes) => unpackSnappy(bytes, LARGEST_BATCH));
  CompressionCodecs[CompressionTypes.LZ4] = () => reader('lz4', (bytes) => unpackLz4(bytes, LARGEST_BATCH));
  CompressionCodecs[CompressionTypes.ZSTD] = () => reader('zstd', unpackZstd);
}

function reader(codec: string, unpack: (bytes: Buffer) => Promise<Buffer>) {
  return {
    decompress: async (bytes: Buffer): Promise<Buffer> => {
      try {
        return await unpack(bytes);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new KafkaJSNonRetriableError(`a batch compressed with ${codec} cannot be read: ${reason}`);
      }
    },
  };
}

/** The decoder is given that much room and no more; it tells a batch that is too large or broken by an empty answer. */
async function unpackZstd(bytes: Buffer): Promise<Buffer> {
  await zstd.init();
  const { buffer, byteOffset, length } = zstd.decode(bytes, LARGEST_BATCH);
  if (length === 0) throw new Error(`it is broken, or unpacks to more than ${LARGEST_BATCH} bytes`);
  return Buffer.from(buffer, byteOffset, length);
}
