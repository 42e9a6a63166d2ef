const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;

/** The partition of a key as Kafka's Java client (and kafkajs) chooses it: positive murmur2 modulo `partitions`. */
export function partitionOf(key: Buffer, partitions: number): number {
  return (murmur2(key) & 0x7fffffff) % partitions;
}

/** Kafka's 32-bit murmur2, as a signed integer (`org.apache.kafka.common.utils.Utils.murmur2`). */
export function murmur2(data: Buffer): number {
  const tail = data.length & ~3;
  let hash = SEED ^ data.length;
  for (let at = 0; at < tail; at += 4) {
    hash = Math.imul(hash, MULTIPLIER) ^ scramble(data.readInt32LE(at));
  }
  if (tail < data.length) {
    hash = Math.imul(hash ^ data.readUIntLE(tail, data.length - tail), MULTIPLIER);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
}

function scramble(word: number): number {
  const mixed = Math.imul(word, MULTIPLIER);
  return Math.imul(mixed ^ (mixed >>> 24), MULTIPLIER);
}
