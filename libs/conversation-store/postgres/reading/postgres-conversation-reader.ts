import type { ConversationCheckpoint, Item, WorkingSet } from '@verbatim/conversation';
import type { LogPosition } from '@verbatim/event-log';
import type { Database } from '@verbatim/postgres';
import type { ConversationKey, StoredEvent } from '../../journal-row';
import type { Refusal, StoredHead } from '../../projection/projection-store';
import type * as port from '../../reading/conversation-reader';
import { knownEvents } from '../projection/known-events';
import { allCheckpoints, checkpointById } from './checkpoints';
import { contextSnapshot } from './context-snapshot';
import {
  aboutConversation,
  conversationsAfter,
  conversationsUnder,
  followersOfDefault,
} from './conversations';
import { conversationsNear } from './conversations-near';
import { decide } from './decide';
import { eventIdsFrom } from './event-ids';
import { discardsThrough, eventById, eventsBetween, messagesAfter, positionAtTime } from './events';
import { fate } from './fate';
import { figures } from './figures';
import { hasPassed } from './has-passed';
import { modelOfNewestCall } from './model-of-newest-call';
import { nextOffsets } from './next-offsets';
import { itemsBetween, itemsOfResults } from './items';
import { parkedAfter, parkedAt } from './parked';
import { partitionsOf } from './partitions-of';
import { readHead } from './read-head';
import { refusalsAt } from './refusals';
import { troubles } from './troubles';

/** Reads the journal and what the projector made of it. Needs SELECT only. */
export class PostgresConversationReader implements port.ConversationReader {
  constructor(private readonly database: Database) {}

  head(key: ConversationKey): Promise<StoredHead | null> {
    return readHead(this.database, key);
  }

  decide<T>(key: ConversationKey, decision: (ws: WorkingSet) => T): Promise<T | null> {
    return decide(this.database, key, decision);
  }

  contextSnapshot(key: ConversationKey, maxLive: number): Promise<port.ContextSnapshot | null> {
    return contextSnapshot(this.database, key, maxLive);
  }

  events(key: ConversationKey, after: number, through: number, limit: number): Promise<StoredEvent[]> {
    return eventsBetween(this.database, key, { after, through, limit });
  }

  positionAt(key: ConversationKey, time: Date): Promise<number | null> {
    return positionAtTime(this.database, key, time);
  }

  event(key: ConversationKey, eventId: string): Promise<StoredEvent | null> {
    return eventById(this.database, key, eventId);
  }

  eventIds(
    key: ConversationKey,
    kind: 'message' | 'checkpoint',
    beginning: string,
    limit: number,
  ): Promise<string[]> {
    return eventIdsFrom(this.database, key, kind, beginning, limit);
  }

  async journaled(events: readonly port.EventName[]): Promise<port.EventName[]> {
    const known = await knownEvents(this.database, events);
    return known.map(({ tenant, conversation, eventId }) => ({ tenant, conversation, eventId }));
  }

  refusals(key: ConversationKey, positions: readonly number[]): Promise<Refusal[]> {
    return refusalsAt(this.database, key, positions);
  }

  messages(key: ConversationKey, after: number, limit: number): Promise<StoredEvent[]> {
    return messagesAfter(this.database, key, after, limit);
  }

  items(key: ConversationKey, fromOrdinal: number, toOrdinal: number): Promise<Item[]> {
    return itemsBetween(this.database, key, fromOrdinal, toOrdinal);
  }

  itemsOfResults(key: ConversationKey, fromResult: number, throughResult: number): Promise<Item[]> {
    return itemsOfResults(this.database, key, fromResult, throughResult);
  }

  checkpoints(key: ConversationKey): Promise<ConversationCheckpoint[]> {
    return allCheckpoints(this.database, key);
  }

  checkpoint(key: ConversationKey, id: string): Promise<ConversationCheckpoint | null> {
    return checkpointById(this.database, key, id);
  }

  figures(key: ConversationKey): ReturnType<port.ConversationReader['figures']> {
    return figures(this.database, key);
  }

  fate(key: ConversationKey, eventId: string, at?: LogPosition): Promise<port.EventFate> {
    return fate(this.database, key, eventId, at ?? null);
  }

  troubles(key: ConversationKey, span: port.LogSpan): ReturnType<port.ConversationReader['troubles']> {
    return troubles(this.database, key, span);
  }

  partitionsOf(keys: readonly ConversationKey[], topic: string): Promise<Map<string, number>> {
    return partitionsOf(this.database, keys, topic);
  }

  hasPassed(group: string, position: LogPosition): Promise<boolean> {
    return hasPassed(this.database, group, position);
  }

  nextOffsets(group: string, topic: string, partitions: readonly number[]): Promise<Map<number, number>> {
    return nextOffsets(this.database, group, topic, partitions);
  }

  modelOfNewestCall(key: ConversationKey): Promise<string | null> {
    return modelOfNewestCall(this.database, key);
  }

  conversations(tenant: string, page: port.ConversationPage): Promise<port.ConversationListing[]> {
    return conversationsAfter(this.database, tenant, page);
  }

  about(key: ConversationKey): Promise<port.ConversationAbout | null> {
    return aboutConversation(this.database, key);
  }

  near(key: ConversationKey): Promise<string[]> {
    return conversationsNear(this.database, key);
  }

  followersOfDefault(tenant: string, usedSince: Date): Promise<ConversationKey[]> {
    return followersOfDefault(this.database, tenant, usedSince);
  }

  conversationsUnder(tenant: string, policy: string): Promise<number> {
    return conversationsUnder(this.database, tenant, policy);
  }

  discards(key: ConversationKey, through: number): Promise<StoredEvent[]> {
    return discardsThrough(this.database, key, through);
  }

  parked(tenant: string, after: string | null, limit: number): Promise<port.ParkedConversation[]> {
    return parkedAfter(this.database, tenant, after, limit);
  }

  parkedAt(key: ConversationKey): Promise<port.ParkedConversation | null> {
    return parkedAt(this.database, key);
  }
}
