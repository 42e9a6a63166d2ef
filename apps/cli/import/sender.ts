import type { ApiClient } from '../api-client';
import { RequestFailure } from './import-failure';
import { keyOf, knownEvents, type EntryName } from './known-events';
import { Lane, type BatchSteps } from './lane';
import type { Entry, Source } from './source';

const LANES = 4;

export type Milestone = EntryName & Pick<Entry, 'index'>;

/** Sends entries in batches, those of one conversation in their order. What the service has already it does not get again. */
export class Sender implements BatchSteps {
  /** Entries that the service has, or has taken. */
  accepted = 0;
  /** Those of them that were in its journal before. */
  known = 0;
  /** The last entry of each batch that was sent, in that order. */
  readonly milestones: Milestone[] = [];
  /** The newest event that was sent, by conversation. */
  readonly newest = new Map<string, EntryName>();
  private readonly lanes: readonly Lane[];

  constructor(
    private readonly client: ApiClient,
    private readonly source: Source,
    private readonly onAccepted: (entries: number) => void,
    private readonly signal: AbortSignal,
  ) {
    this.lanes = Array.from({ length: LANES }, () => new Lane(this));
  }

  /** @throws RequestFailure of an earlier batch */
  async add(entry: Entry): Promise<void> {
    await this.lanes[laneOf(entry.conversation)]?.add(entry);
  }

  async finish(): Promise<void> {
    for (const lane of this.lanes) await lane.finish();
  }

  /** Waits for the requests in flight, and forgets the rest. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.lanes.map((lane) => lane.settle()));
  }

  /** Those that must be sent. The service judges whether an event under a producer's own id is the same one. */
  async prepare(entries: readonly Entry[]): Promise<readonly Entry[]> {
    try {
      const known = await knownEvents(this.client, entries);
      const isKnown = (entry: Entry): boolean => known.has(keyOf(entry));
      this.known += entries.filter(isKnown).length;
      const left = entries.filter((entry) => entry.isNamed || !isKnown(entry));
      this.accept(entries.length - left.length);
      return left;
    } catch (cause) {
      throw new RequestFailure(cause, entries);
    }
  }

  async send(entries: readonly Entry[]): Promise<void> {
    const last = entries.at(-1);
    if (last === undefined) return;
    this.signal.throwIfAborted();
    const { path, contentType } = this.source;
    try {
      await this.client.send('POST', path, { body: this.source.body(entries), contentType });
    } catch (cause) {
      throw new RequestFailure(cause, entries);
    }
    this.milestones.push({ conversation: last.conversation, id: last.id, index: last.index });
    for (const { conversation, id } of entries) this.newest.set(conversation, { conversation, id });
    this.accept(entries.length);
  }

  private accept(entries: number): void {
    this.accepted += entries;
    this.onAccepted(entries);
  }
}

/** The same conversation always has the same one. */
function laneOf(conversation: string): number {
  let hash = 0;
  for (let at = 0; at < conversation.length; at += 1) hash = (hash * 31 + conversation.charCodeAt(at)) | 0;
  return Math.abs(hash) % LANES;
}
