/** What one event may measure (SPEC 9, Limits). Bytes are UTF-8 bytes of the record; depth counts nested JSON containers. */
export interface Limits {
  readonly eventBytes: number;
  readonly textBytes: number;
  readonly parts: number;
  readonly depth: number;
  readonly batch: number;
  readonly idCharacters: number;
}

export const defaultLimits: Limits = {
  eventBytes: 1024 * 1024,
  textBytes: 512 * 1024,
  parts: 256,
  depth: 32,
  batch: 1000,
  idCharacters: 256,
};

/** What the journal accepted once is read again whatever the limits are now. */
export const noLimits: Limits = {
  eventBytes: Infinity,
  textBytes: Infinity,
  parts: Infinity,
  depth: Infinity,
  batch: Infinity,
  idCharacters: Infinity,
};
