import {
  type Call,
  type Changes,
  type ConversationCheckpoint,
  type Description,
  type Group,
  type Head,
  type Item,
  type Key,
  MemoryWorkingSet,
  NotLoaded,
} from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { LoadedWorkingSet } from '../../projection/projection-store';
import { KnownKeys } from './known-keys';
import { loadWorkingSet } from './load-working-set';

/** Rows loaded from Postgres, and over them what the batch changed. `stored` is the head that the rows belong to. */
export class PostgresWorkingSet implements LoadedWorkingSet {
  private readonly rows: MemoryWorkingSet;
  private readonly known: KnownKeys;

  constructor(
    private readonly tx: Queryable,
    private readonly stored: Head,
  ) {
    this.rows = new MemoryWorkingSet(stored);
    this.known = new KnownKeys(stored);
  }

  get head(): Head {
    return this.rows.head;
  }

  async load(keys: readonly Key[]): Promise<void> {
    const missing = keys.filter((key) => !this.known.has(key));
    const found = await loadWorkingSet(this.tx, this.stored, missing, this.known.groupsKnownFrom);
    this.rows.apply({ head: this.head, ...this.unchanged(found) });
    missing.forEach((key) => this.known.add(key));
  }

  apply(changes: Changes): void {
    this.rows.apply(changes);
  }

  item(position: number): Item | undefined {
    return this.rows.item(position) ?? this.absent({ kind: 'item', number: position });
  }

  itemAt(ordinal: number): Item | undefined {
    return this.rows.itemAt(ordinal) ?? this.absent({ kind: 'item-at', number: ordinal });
  }

  itemsWithin(from: number, to: number): Item[] {
    this.absent({ kind: 'items-within', from, to });
    return this.rows.itemsWithin(from, to);
  }

  itemOfResult(result: number): Item | undefined {
    return this.rows.itemOfResult(result) ?? this.absent({ kind: 'item-of-result', number: result });
  }

  group(position: number): Group | undefined {
    return this.rows.group(position) ?? this.absent({ kind: 'group', number: position });
  }

  groupsAcross(ordinal: number): Group[] {
    this.absent({ kind: 'groups-across', number: ordinal });
    return this.rows.groupsAcross(ordinal).toSorted((a, b) => a.position - b.position);
  }

  calls(callId: string): Call[] {
    this.absent({ kind: 'calls', id: callId });
    return this.rows.calls(callId);
  }

  checkpoint(id: string): ConversationCheckpoint | undefined {
    return this.rows.checkpoint(id) ?? this.absent({ kind: 'checkpoint', id });
  }

  activeWithin(from: number, to: number): ConversationCheckpoint[] {
    this.absent({ kind: 'active-within', from, to });
    return this.rows.activeWithin(from, to).toSorted(byDecision);
  }

  description(): Description {
    this.absent({ kind: 'description' });
    return this.rows.description();
  }

  /** What the rows do not hold the database does not hold either, or the key is not loaded. */
  private absent(key: Key): undefined {
    if (!this.known.has(key)) throw new NotLoaded(key);
  }

  /** What the batch has changed already is newer than what is stored. */
  private unchanged(found: Omit<Changes, 'head'>): Omit<Changes, 'head'> {
    const isHeld = ({ callId, openedAt }: Call): boolean =>
      this.rows.calls(callId).some((use) => use.openedAt === openedAt);
    return {
      items: found.items.filter(({ position }) => !this.rows.item(position)),
      groups: found.groups.filter(({ position }) => !this.rows.group(position)),
      calls: found.calls.filter((call) => !isHeld(call)),
      checkpoints: found.checkpoints.filter(({ id }) => !this.rows.checkpoint(id)),
      // It is loaded before it is changed, and once.
      ...(found.description ? { description: found.description } : {}),
    };
  }
}

function byDecision(one: ConversationCheckpoint, other: ConversationCheckpoint): number {
  return one.decidedAt - other.decidedAt || one.range.messages.from - other.range.messages.from;
}
