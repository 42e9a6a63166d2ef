import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { OutgoingRecord, RecordHeaders } from '../event-log';

/** `<key id>.<base64url of the HMAC-SHA256 over the value's bytes>` */
export const SIGNATURE_HEADER = 'verbatim-signature';

/** A secret that the services share. `id` has letters, digits, `_` and `-`. */
export interface SigningKey {
  readonly id: string;
  readonly secret: KeyObject;
}

export type Signature = 'valid' | 'missing' | 'invalid' | 'key-unknown';

/**
 * Signs the events of our own services, and tells which are. The value alone is signed: it names tenant, conversation,
 * id and type by itself, and nothing is read from the record's key.
 */
export class SigningKeys {
  private readonly known: ReadonlyMap<string, KeyObject>;

  /** @param keys the first one signs, all of them verify; of two with the same id the earlier counts */
  constructor(private readonly keys: readonly [SigningKey, ...SigningKey[]]) {
    this.known = new Map(keys.toReversed().map(({ id, secret }) => [id, secret]));
  }

  /** Ids, the signing key's first. */
  get ids(): readonly string[] {
    return [...new Set(this.keys.map(({ id }) => id))];
  }

  sign(record: OutgoingRecord): OutgoingRecord {
    const [{ id, secret }] = this.keys;
    const signature = `${id}.${digest(secret, record.value).toString('base64url')}`;
    return { ...record, headers: { ...record.headers, [SIGNATURE_HEADER]: Buffer.from(signature) } };
  }

  verify({ value, headers }: { readonly value: Buffer | null; readonly headers: RecordHeaders }): Signature {
    const header = headers[SIGNATURE_HEADER];
    if (header === undefined) return 'missing';
    const [, id = '', text = ''] = /^([\w-]{1,64})\.([\w-]{43})$/.exec(header.toString('latin1')) ?? [];
    if (id === '' || value === null) return 'invalid';
    const secret = this.known.get(id);
    if (secret === undefined) return 'key-unknown';
    return timingSafeEqual(Buffer.from(text, 'base64url'), digest(secret, value)) ? 'valid' : 'invalid';
  }
}

function digest(secret: KeyObject, value: Buffer): Buffer {
  return createHmac('sha256', secret).update(value).digest();
}
