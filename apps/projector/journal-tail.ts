import { randomBytes } from 'node:crypto';
import {
  genesisLink,
  nextLink,
  payloadDigest,
  type JournalRow,
  type StoredHead,
} from '@verbatim/conversation-store';
import type { ReadRecord } from '@verbatim/formats';
import type { ReadLogRecord } from './read-events';

/** A record that names a conversation. */
export type Journaled = Exclude<ReadRecord, { kind: 'unreadable' }>;

/** The end of a conversation's journal: each row gets the next position, and its link of the chain. */
export class JournalTail {
  readonly rows: JournalRow[] = [];
  position: number;
  link: Buffer;

  constructor(private readonly stored: StoredHead) {
    this.position = stored.journalPosition;
    this.link = stored.journalPosition === 0 ? genesisLink(stored) : stored.journalLink;
  }

  append(
    { envelope, bodyHash, ...read }: Journaled,
    counted: ReadLogRecord['counted'],
    record: Pick<JournalRow, 'payload' | 'recordKey' | 'headers' | 'log'>,
  ): void {
    const position = this.position + 1;
    const salt = randomBytes(16);
    const digest = payloadDigest(salt, record.payload ?? Buffer.alloc(0));
    const link = nextLink(this.link, position, envelope.id, digest);
    this.rows.push({
      tenant: this.stored.tenant,
      conversation: this.stored.conversation,
      position,
      eventId: envelope.id,
      type: envelope.type,
      dataversion: envelope.dataversion,
      source: envelope.source,
      time: envelope.time,
      causationId: envelope.causationId,
      correlationId: envelope.correlationId,
      bodyHash: Buffer.from(bodyHash, 'hex'),
      mode: envelope.mode,
      salt,
      link,
      tokens: counted?.tokens ?? null,
      encoding: counted?.encoding ?? null,
      ignored: read.kind === 'ignored' ? { code: read.code, detail: read.detail } : null,
      ...record,
    });
    this.position = position;
    this.link = link;
  }
}
