import { isPinned, VerbatimError } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader, StoredEvent } from '@verbatim/conversation-store';
import { namedCheckpoint, namedMessage } from '../naming/named-event';
import { eventText } from './event-view';
import { withRaw, type Page } from './page';
import { readableText } from './readable-text';
import { messageOf } from './stored-data';
import { textPage } from './text-page';

export interface HistoryRequest {
  /** The first position. */
  readonly from: number;
  /** Items at most; a page of long ones may have fewer. */
  readonly limit: number;
}

/** In characters of the readable text. */
export interface MessagePart {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

const DEFAULT_PART = 20_000;

/** Rows asked of the database at once, and the size in bytes at which a page ends early. */
const CHUNK = 100;
const PAGE_BYTES = 16 * 1024 * 1024;

/** What was said, exactly as it came, whatever the view shows now. Items are JSON texts. */
export class HistoryService {
  constructor(
    private readonly reader: ConversationReader,
    /** Characters at most of a part of a message's text. */
    private readonly longestPart = 200_000,
  ) {}

  /** @throws VerbatimError `conversation-not-found` */
  async messages(key: ConversationKey, request: HistoryRequest): Promise<Page<string>> {
    await this.head(key);
    return collect(request, (after, limit) => this.reader.messages(key, after, limit), messageText);
  }

  /** Every event with its status. @throws VerbatimError `conversation-not-found` */
  async events(key: ConversationKey, request: HistoryRequest): Promise<Page<string>> {
    const { head, journalPosition, parked } = await this.head(key);
    const read = (after: number, limit: number) => this.reader.events(key, after, journalPosition, limit);
    const page = await collect(request, read, (stored) => stored);
    const refusals = await this.reader.refusals(
      key,
      page.items.map(({ position }) => position),
    );
    const reasons = new Map(refusals.map(({ position, code, detail }) => [position, { code, detail }]));
    const state = { applied: head.position, parked };
    const items = page.items.map((stored) => eventText(stored, reasons.get(stored.position) ?? null, state));
    return { ...page, items };
  }

  /** @throws VerbatimError as `messageOf` and `namedMessage`; `message-not-found` too where there is no such event */
  async message(key: ConversationKey, eventId: string): Promise<string> {
    return messageText(await this.event(key, eventId));
  }

  /** A part of its readable text. @throws VerbatimError as `message`; `request-invalid` for a part too large */
  async messageText(key: ConversationKey, eventId: string, { offset = 0, limit }: MessagePart) {
    const { longestPart } = this;
    if (limit !== undefined && limit > longestPart) {
      throw new VerbatimError('request-invalid', `limit: at most ${longestPart} characters, not ${limit}`);
    }
    const stored = await this.event(key, eventId);
    const { role, message } = messageOf(stored);
    const part = { offset, limit: limit ?? Math.min(DEFAULT_PART, longestPart) };
    return { ...placeOf(stored), role, ...textPage(readableText(message), part) };
  }

  /** The messages that a summary covers. @throws VerbatimError `checkpoint-not-found`, `id-ambiguous` */
  async covered(key: ConversationKey, name: string, request: HistoryRequest): Promise<Page<string>> {
    const checkpoint = await namedCheckpoint(this.reader, key, name);
    if (!checkpoint) throw checkpointNotFound(name);
    const { from, to } = checkpoint.range;
    const read = async (after: number, limit: number) =>
      (await this.reader.messages(key, after, limit)).filter(({ position }) => position <= to);
    const page = await collect({ ...request, from: Math.max(from, request.from) }, read, (stored) => stored);
    const unpinned = page.items.filter((stored) => !isPinned(messageOf(stored).role));
    return { ...page, items: unpinned.map(messageText) };
  }

  private async event(key: ConversationKey, name: string): Promise<StoredEvent> {
    const stored = await namedMessage(this.reader, key, name);
    if (stored) return stored;
    throw new VerbatimError('message-not-found', `there is no message ${name}`, { event: name });
  }

  private async head(key: ConversationKey) {
    const stored = await this.reader.head(key);
    if (stored) return stored;
    throw conversationNotFound(key);
  }
}

export function conversationNotFound({ conversation }: ConversationKey): VerbatimError {
  const detail = `there is no conversation ${conversation}`;
  return new VerbatimError('conversation-not-found', detail, { conversation });
}

export function checkpointNotFound(checkpoint: string): VerbatimError {
  return new VerbatimError('checkpoint-not-found', `there is no checkpoint ${checkpoint}`, { checkpoint });
}

function messageText(stored: StoredEvent): string {
  const { role, messageText: text } = messageOf(stored);
  return withRaw({ ...placeOf(stored), role }, 'message', text);
}

function placeOf({ eventId: id, position, time, receivedAt }: StoredEvent) {
  return { id, position, time: time ?? receivedAt.toISOString() };
}

async function collect<T>(
  { from, limit }: HistoryRequest,
  read: (after: number, limit: number) => Promise<StoredEvent[]>,
  show: (stored: StoredEvent) => T,
): Promise<Page<T>> {
  const items: T[] = [];
  let bytes = 0;
  let after = from - 1;
  for (;;) {
    const room = limit - items.length;
    const found = await read(after, Math.min(CHUNK, room + 1));
    for (const stored of found) {
      if (items.length === limit || bytes >= PAGE_BYTES) return { items, next: String(stored.position) };
      items.push(show(stored));
      bytes += stored.payload?.length ?? 0;
      after = stored.position;
    }
    if (found.length < Math.min(CHUNK, room + 1)) return { items, next: null };
  }
}
