export type IdentifierKind = 'url' | 'path' | 'date' | 'number' | 'id' | 'tool' | 'call';

/** What must survive a summary as it is. */
export interface Identifier {
  readonly kind: IdentifierKind;
  /** The same for every way of writing it: `1,000` and `1000.0` are `1000`. */
  readonly key: string;
  /** As it was written first. */
  readonly text: string;
}
