import type { LogPosition } from '@verbatim/event-log';
import type { ListOrder } from '../serving/receipt-store';

/** Who decided what about a dead letter. */
export interface Settlement {
  readonly outcome: 'redriven' | 'discarded';
  readonly reason: string | null;
  /** The API key's id, or `local`. */
  readonly by: string;
  /** Of a redriven letter. */
  readonly published: PublishedRecord | null;
}

export interface PublishedRecord {
  readonly log: LogPosition;
  /** What the record names; null where the service that published it could not read it. */
  readonly event: { readonly tenant: string; readonly conversation: string; readonly eventId: string } | null;
}

export interface StoredDeadLetter {
  readonly id: string;
  readonly kind: 'unreadable' | 'conflict';
  readonly tenant: string | null;
  readonly conversation: string | null;
  readonly eventId: string | null;
  readonly log: LogPosition;
  readonly error: { readonly code: string; readonly detail: string };
  /** The record as it came. */
  readonly recordKey: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer>>;
  readonly raw: Buffer | null;
  /** How long `raw` is. */
  readonly bytes: number | null;
  readonly createdAt: Date;
  readonly settled: (Settlement & { readonly at: Date }) | null;
}

/** As a list tells of it: `raw` is null also where it is over 64 KiB. */
export type ListedDeadLetter = Omit<StoredDeadLetter, 'recordKey' | 'headers'>;

export interface LetterPage {
  /** The id of the last one of the page before. */
  readonly after: string | null;
  readonly limit: number;
  /** Settled ones too. */
  readonly all: boolean;
  /** Oldest first where it is left out. */
  readonly order?: ListOrder | undefined;
}

/** Records that became part of no conversation, and what was decided about each. A letter is never changed or removed. */
export interface DeadLetterStore {
  /** By age. Those that name no tenant are the default tenant's. Throws VerbatimError `request-invalid` where `after` is no id. */
  letters(tenant: string, page: LetterPage): Promise<ListedDeadLetter[]>;
  letter(tenant: string, id: string): Promise<StoredDeadLetter | null>;
  /** The letter that the record became which the letter `redriven` was published as; null where it became none. */
  letterAt(log: LogPosition, redriven: string): Promise<StoredDeadLetter | null>;
  /** Decides about a letter, once: false where that was done before. */
  settle(id: string, settlement: Settlement): Promise<boolean>;
  /** Keeps a letter, in all processes, for one decision at a time: null where another is being made. */
  claimed<T>(id: string, work: () => Promise<T>): Promise<T | null>;
  /** Letters of all tenants that nobody has decided about. */
  open(): Promise<Readonly<Record<StoredDeadLetter['kind'], number>>>;
}
