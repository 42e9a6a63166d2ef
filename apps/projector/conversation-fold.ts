import { randomBytes } from 'node:crypto';
import {
  dueWork,
  evolve,
  noLimits,
  NotLoaded,
  passOver,
  type Changes,
  type Evolution,
  type Mechanism,
  type Policy,
  type RecordedEvent,
} from '@verbatim/conversation';
import {
  encodeHeaders,
  genesisLink,
  nextLink,
  payloadDigest,
  recordOf,
  type ConversationWrite,
  type DefaultPolicy,
  type JournalRow,
  type LoadedWorkingSet,
  type ProjectionBatch,
  type Refusal,
  type StoredEvent,
  type StoredHead,
} from '@verbatim/conversation-store';
import type { LogRecord } from '@verbatim/event-log';
import { readRecord, type ReadRecord } from '@verbatim/formats';
import { defaultPolicyEvent } from './opening-policy';
import type { ReadLogRecord } from './read-events';

type Journaled = Exclude<ReadRecord, { kind: 'unreadable' }>;

/** What one batch does to one conversation: its new journal rows, and the fold of them. */
export class ConversationFold {
  readonly rows: JournalRow[] = [];
  private readonly refusals: Refusal[] = [];
  private readonly settled = new Set<Mechanism>();
  private readonly failedAttempts = new Set<Mechanism>();
  private readonly changes: Changes[] = [];
  private readonly ws: LoadedWorkingSet;
  private journalPosition: number;
  private link: Buffer;
  private parked: StoredHead['parked'];

  constructor(
    batch: ProjectionBatch,
    private readonly stored: StoredHead,
  ) {
    this.ws = batch.workingSet(stored.head);
    this.journalPosition = stored.journalPosition;
    this.link = stored.journalPosition === 0 ? genesisLink(stored) : stored.journalLink;
    this.parked = stored.parked;
  }

  /** Journals a record that is neither a duplicate nor a conflict, and folds it unless the conversation is parked. */
  async append({ record, read, counted }: ReadLogRecord, defaultPolicy: DefaultPolicy): Promise<void> {
    if (read.kind === 'unreadable') throw new Error('an unreadable record names no conversation');
    await this.followDefault(defaultPolicy, record);
    this.journal(read, counted, {
      payload: record.value,
      recordKey: record.key,
      headers: read.envelope.mode === 'binary' ? encodeHeaders(record.headers) : null,
      log: { topic: record.topic, partition: record.partition, offset: record.offset },
    });
    await this.fold(read, { position: this.journalPosition, tokens: counted?.tokens ?? 0 });
  }

  /** Goes on folding what the journal holds beyond the state, up to the next event that cannot be folded yet. */
  async resume(
    eventsAfter: (position: number) => Promise<readonly StoredEvent[]>,
    tokensOf: (read: ReadRecord, encoding: Policy['encoding']) => Promise<number>,
  ): Promise<void> {
    this.parked = null;
    while (!this.parked && this.ws.head.position < this.journalPosition) {
      for (const stored of await eventsAfter(this.ws.head.position)) {
        const { position, ignored } = stored;
        const read = readRecord(recordOf(stored), noLimits);
        if (read.kind === 'unreadable')
          throw new Error(`event ${stored.eventId} in the journal is unreadable`);
        const { encoding } = this.ws.head.policy.document;
        if (ignored && !this.parked) this.keep(passOver(this.ws, position));
        else await this.fold(read, { position, tokens: stored.tokens ?? (await tokensOf(read, encoding)) });
      }
    }
  }

  write(topic: string, partition: number): ConversationWrite {
    const { head } = this.ws;
    return {
      stored: {
        ...this.stored,
        head,
        journalPosition: this.journalPosition,
        journalLink: this.link,
        parked: this.parked,
      },
      topic,
      partition,
      items: this.changes.flatMap((change) => change.items),
      groups: this.changes.flatMap((change) => change.groups),
      calls: this.changes.flatMap((change) => change.calls),
      checkpoints: this.changes.flatMap((change) => change.checkpoints),
      refusals: this.refusals,
      due: this.parked ? [] : dueWork(head),
      failedAttempts: [...this.failedAttempts],
      settled: [...this.settled],
    };
  }

  /** A conversation opens with its tenant's default policy, and follows that as long as none was assigned to it. */
  private async followDefault(policy: DefaultPolicy, { timestamp }: LogRecord): Promise<void> {
    const { origin, version } = this.ws.head.policy;
    if (this.parked || origin !== 'default' || version === policy.version) return;
    const { tenant, conversation } = this.stored;
    const position = this.journalPosition + 1;
    const payload = defaultPolicyEvent({ tenant, conversation, position, policy, timestamp });
    const read = readRecord({ value: payload, headers: {}, key: null, origin: '' }, noLimits);
    if (read.kind !== 'event') throw new Error(`the projector wrote an event it cannot read: ${read.kind}`);
    this.journal(read, null, { payload, recordKey: null, headers: null, log: null });
    await this.fold(read, { position, tokens: 0 });
  }

  private journal(
    { envelope, bodyHash, ...read }: Journaled,
    counted: ReadLogRecord['counted'],
    record: Pick<JournalRow, 'payload' | 'recordKey' | 'headers' | 'log'>,
  ): void {
    const position = this.journalPosition + 1;
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
    this.journalPosition = position;
    this.link = link;
  }

  private async fold(
    read: Journaled,
    { position, tokens }: { readonly position: number; readonly tokens: number },
  ): Promise<void> {
    if (this.parked) return;
    switch (read.kind) {
      case 'ignored':
        this.keep(passOver(this.ws, position));
        return;
      case 'newer':
        this.parked = {
          code: 'event-version-unknown',
          detail: `${read.type} ${read.envelope.id} has dataversion ${read.dataversion}, newer than this service knows`,
        };
        return;
      case 'event':
        this.settle(await this.evolve({ ...read.event, position }, tokens), { ...read.event, position });
    }
  }

  /** Folds an event; keys that the working set lacks are loaded and the event is folded again from the same state. */
  private async evolve(event: RecordedEvent, tokens: number): Promise<Evolution> {
    for (;;) {
      try {
        return evolve(this.ws, event, { tokens });
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        await this.ws.load([error.key]);
      }
    }
  }

  private settle({ outcome, changes }: Evolution, event: RecordedEvent): void {
    this.keep(changes);
    const mechanism = mechanismOf(event);
    if (outcome.status === 'refused') {
      this.refusals.push({ position: event.position, code: outcome.code, detail: outcome.detail });
      if (mechanism) this.failedAttempts.add(mechanism);
    } else if (mechanism) {
      this.settled.add(mechanism);
    }
  }

  private keep(changes: Changes): void {
    this.changes.push(changes);
    this.ws.apply(changes);
  }
}

/** Whose work an event settles, or was meant to. */
function mechanismOf(event: RecordedEvent): Mechanism | null {
  switch (event.type) {
    case 'CheckpointCreated':
    case 'MessagesTruncated':
    case 'TopicSummarized':
    case 'TopicsArchived':
    case 'BulksMerged':
    case 'BulkRetired':
      return 'history';
    case 'ToolResultsFiltered':
      return event.data.results.every(({ mode }) => mode === 'omitted') ? 'tool-results' : 'tool-compaction';
    default:
      return null;
  }
}
