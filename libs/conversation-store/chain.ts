import { createHash } from 'node:crypto';
import type { ConversationKey } from './journal-row';

/** SHA-256(salt ‖ payload): what a link keeps of an event's bytes, so that they can be forgotten and the link stands. */
export function payloadDigest(salt: Buffer, payload: Buffer): Buffer {
  return createHash('sha256').update(salt).update(payload).digest();
}

/** The link before position 1. It names the conversation, so that a chain cannot be passed off as another's. */
export function genesisLink({ tenant, conversation }: ConversationKey): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([tenant, conversation]))
    .digest();
}

/** The link at a position: over the link before it, the position, the event's id and the digest of its payload. */
export function nextLink(previous: Buffer, position: number, eventId: string, digest: Buffer): Buffer {
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([position, eventId]))
    .update(digest)
    .digest();
}
