import { isDecisionId, isOwnType, type SignatureFault } from '@verbatim/conversation';
import type { LogRecord, Signature, SigningKeys } from '@verbatim/event-log';
import type { IgnoredRecord, ReadRecord } from '@verbatim/formats';

/** What a projector asks of events of our own services. */
export interface SignatureRule {
  readonly keys: SigningKeys;
  /** While publishers of a version that did not sign are still at work: no signature is as good as a valid one. */
  readonly acceptUnsigned: boolean;
}

const faults: Readonly<Record<Exclude<Signature, 'valid'>, readonly [SignatureFault, string]>> = {
  missing: ['signature-missing', 'carries no signature of our services'],
  invalid: ['signature-invalid', 'carries a signature that does not fit its bytes'],
  'key-unknown': ['signature-key-unknown', 'is signed with a key that this projector does not have'],
};

/**
 * An event of our own services that they did not sign is ignored, and so is anybody else's under an id that they derive:
 * both under their place in the log, so that a forger takes no id from the real event. Only the value is signed, so an
 * event whose attributes stand in headers is never one of ours.
 */
export function checkSignature(
  read: ReadRecord,
  record: LogRecord,
  origin: string,
  { keys, acceptUnsigned }: SignatureRule,
): ReadRecord {
  if (read.kind === 'unreadable') return read;
  const { type, id, mode } = read.envelope;
  const isOwn = isOwnType(type);
  if (!isOwn && !isDecisionId(id)) return read;
  const signed = keys.verify(record);
  const signature = signed === 'valid' && mode !== 'structured' ? 'invalid' : signed;
  if (signature === 'valid' || (signature === 'missing' && isOwn && acceptUnsigned)) return read;
  if (!isOwn)
    return ignoredAt(read, origin, 'event-invalid', `id: ${named(id)} is for events of our services`);
  const [code, reason] = faults[signature];
  return ignoredAt(read, origin, code, `${type} ${named(id)} ${reason}`);
}

/** The record as one that is journaled under its place in the log. */
export function ignoredAt(
  { bodyHash, envelope }: Exclude<ReadRecord, { kind: 'unreadable' }>,
  origin: string,
  code: IgnoredRecord['code'],
  detail: string,
): IgnoredRecord {
  return { kind: 'ignored', bodyHash, envelope: { ...envelope, id: origin }, code, detail };
}

/** By code points: half of a pair is no text. */
export function named(id: string): string {
  return Array.from(id).slice(0, 100).join('');
}
