import type { ConversationCheckpoint } from './checkpoint';
import type { Description } from './description';
import type { Head } from './head';
import type { Call, Group, Item } from './item';

/**
 * What the fold may look up beside the head. A store loads only the keys that a batch needs; a key outside of what it
 * loaded throws `NotLoaded`, the store loads it, and the event is folded again from the same state.
 */
export interface WorkingSet {
  readonly head: Head;
  item(position: number): Item | undefined;
  itemAt(ordinal: number): Item | undefined;
  /** Unpinned messages with ordinals in [from, to), in order. */
  itemsWithin(from: number, to: number): readonly Item[];
  /** The message that holds tool result number `result`. */
  itemOfResult(result: number): Item | undefined;
  group(position: number): Group | undefined;
  /** Groups with members on both sides of the boundary before `ordinal`. */
  groupsAcross(ordinal: number): readonly Group[];
  /** Every use of a tool call id, oldest first. */
  calls(callId: string): readonly Call[];
  checkpoint(id: string): ConversationCheckpoint | undefined;
  /** Active checkpoints that share an ordinal with [from, to). */
  activeWithin(from: number, to: number): readonly ConversationCheckpoint[];
  /** Only an event that changes it looks at it: it is no part of the head, which every batch writes. */
  description(): Description;
}

/** What one event changed: rows to write whole, the new head among them. */
export interface Changes {
  readonly head: Head;
  readonly items: readonly Item[];
  readonly groups: readonly Group[];
  readonly calls: readonly Call[];
  readonly checkpoints: readonly ConversationCheckpoint[];
  /** Absent where it stays as it was. */
  readonly description?: Description;
}

export type Key =
  | {
      readonly kind: 'item' | 'item-at' | 'item-of-result' | 'group' | 'groups-across';
      readonly number: number;
    }
  | { readonly kind: 'description' }
  | { readonly kind: 'calls' | 'checkpoint'; readonly id: string }
  | { readonly kind: 'active-within' | 'items-within'; readonly from: number; readonly to: number };

/** The working set does not hold this key yet. */
export class NotLoaded extends Error {
  constructor(readonly key: Key) {
    super(`not loaded: ${JSON.stringify(key)}`);
    this.name = 'NotLoaded';
  }
}
