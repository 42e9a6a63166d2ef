import {
  evolve,
  isLive,
  MemoryWorkingSet,
  noLimits,
  openingHead,
  passOver,
  type Item,
} from '@verbatim/conversation';
import {
  recordOf,
  type ConversationKey,
  type ConversationReader,
  type StoredEvent,
} from '@verbatim/conversation-store';
import { discardsOf, messageTokens, readRecord, type ReadEvent, type ReadRecord } from '@verbatim/formats';
import type { TokenCounter } from '@verbatim/tokens';
import { rawSource, type RawMessage, type RawPending, type RawSource } from './raw-source';
import { readRawMessage, type MessageTokens } from './read-message';

const PAGE = 500;

/** Raw events of a conversation, oldest first, up to a position. */
export async function* eventsThrough(
  reader: ConversationReader,
  key: ConversationKey,
  position: number,
): AsyncGenerator<StoredEvent> {
  for (let after = 0; after < position;) {
    const page = await reader.events(key, after, position, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.position;
  }
}

interface FoldedMessage {
  readonly stored: StoredEvent;
  readonly read: ReadEvent;
}

/** A message of the journal that is none of the conversation: what was wrong with it, or that it was given up. */
export interface PassedMessage {
  readonly position: number;
  readonly eventId: string;
  readonly code: string;
  readonly detail: string;
}

/** A whole conversation, as it was at a position. */
export interface Fold {
  readonly ws: MemoryWorkingSet;
  /** By position. */
  readonly messages: ReadonlyMap<number, FoldedMessage>;
  readonly passed: readonly PassedMessage[];
}

/**
 * The state of a conversation at a position, by folding its raw events from the first: no projection is asked. As the
 * projector, it stops before an event of a version it does not know, and passes over those given up; `known` is how far
 * the journal reached then.
 */
export async function foldThrough(
  reader: ConversationReader,
  key: ConversationKey,
  position: number,
  counter: TokenCounter,
  known = position,
): Promise<Fold> {
  const ws = new MemoryWorkingSet(openingHead(key.tenant, key.conversation));
  const messages = new Map<number, FoldedMessage>();
  const passed: PassedMessage[] = [];
  const discards = discardsOf((await reader.discards(key, known)).map(recordOf));
  for await (const stored of eventsThrough(reader, key, position)) {
    // What was refused for its size or for all that is wrong with it would take long to read again.
    const isPassedOver = stored.ignored || discards.has(stored.eventId);
    const read = isPassedOver ? null : readRecord(recordOf(stored), noLimits);
    if (read?.kind === 'newer') break;
    if (read?.kind !== 'event') {
      ws.apply(passOver(ws, stored.position));
      if (stored.type === 'MessageAppended') passed.push(passedMessage(stored, read));
      continue;
    }
    const { event } = read;
    const tokens = stored.tokens ?? (await countedAnew(event, ws, counter));
    ws.apply(evolve(ws, { ...event, position: stored.position }, { tokens }).changes);
    if (event.type === 'MessageAppended') messages.set(stored.position, { stored, read });
  }
  return { ws, messages, passed };
}

function passedMessage(
  { position, eventId, ignored, payload, salt }: StoredEvent,
  read: ReadRecord | null,
): PassedMessage {
  if (payload === null && salt === null) {
    return { position, eventId, code: 'message-erased', detail: 'it was erased' };
  }
  const given = { code: 'event-discarded', detail: 'an operator gave it up' };
  const { code, detail } = ignored ?? (read !== null && 'detail' in read ? read : given);
  return { position, eventId, code, detail };
}

/** A covered result is shown where its call is. */
function isVisible(ws: MemoryWorkingSet, { ordinal, group }: Item): boolean {
  if (ordinal === null || isLive(ws.head.coverage, ordinal)) return true;
  const caller = group === null ? null : (ws.item(group)?.ordinal ?? null);
  return caller !== null && isLive(ws.head.coverage, caller);
}

/** What was journaled by a version that could not read it yet was counted when it was folded, not before. */
async function countedAnew(
  event: ReadEvent['event'],
  { head }: MemoryWorkingSet,
  counter: TokenCounter,
): Promise<number> {
  if (event.type !== 'MessageAppended') return 0;
  return messageTokens(event.data, (text) => counter.count(text, head.policy.document.encoding));
}

/** The source of a context from raw events alone, as the conversation was at a position. */
export async function foldedSource(
  reader: ConversationReader,
  key: ConversationKey,
  position: number,
  pending: readonly RawPending[],
  tokens: MessageTokens,
  known = position,
): Promise<RawSource> {
  const fold = await foldThrough(reader, key, position, tokens.counter, known);
  const source = await sourceOfFold(fold, pending, tokens);
  return known > position ? { ...source, known } : source;
}

/** What a context shows of a conversation that was folded. */
export function sourceOfFold(
  { ws, messages }: Fold,
  pending: readonly RawPending[],
  tokens: MessageTokens,
): Promise<RawSource> {
  const read = (item: Item): Promise<RawMessage> => {
    const folded = messages.get(item.position);
    if (!folded) throw new Error(`no event at position ${item.position}`);
    return readRawMessage(item, folded.stored, tokens, folded.read);
  };
  return sourceOf(ws, read, pending);
}

/**
 * The position that the state had when the journal ended at `at`: an event that was given up only later was parked at
 * then.
 */
export async function positionThen(
  reader: ConversationReader,
  key: ConversationKey,
  at: number,
): Promise<number> {
  const all = await reader.discards(key, Number.MAX_SAFE_INTEGER);
  const before = discardsOf(all.filter(({ position }) => position <= at).map(recordOf));
  let then = at;
  for (const event of discardsOf(all.map(recordOf)).keys()) {
    const given = before.has(event) ? null : await reader.event(key, event);
    if (given !== null) then = Math.min(then, given.position - 1);
  }
  return then;
}

/** What a context shows of a fold that holds the whole conversation. */
export async function sourceOf(
  ws: MemoryWorkingSet,
  read: (item: Item) => Promise<RawMessage>,
  pending: readonly RawPending[],
): Promise<RawSource> {
  const { head } = ws;
  const raw: RawMessage[] = [];
  for (const item of ws.items().filter((each) => isVisible(ws, each))) raw.push(await read(item));
  const newest = head.newestUser ? ws.item(head.newestUser.position) : undefined;
  const summaries = ws.checkpoints().filter(({ status, summary }) => status === 'active' && summary !== null);
  const parts = { head, groups: ws.groups(), summaries };
  return rawSource(parts, raw, newest ? await read(newest) : null, pending);
}
