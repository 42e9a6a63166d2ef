import type { ConversationCheckpoint } from './checkpoint';
import { noDescription, type Description } from './description';
import type { Head } from './head';
import { firstOrdinal, lastOrdinal, type Call, type Group, type Item } from './item';
import type { Changes, WorkingSet } from './working-set';

/** The whole state of one conversation in memory: for audits that fold from the first event, and for tests. */
export class MemoryWorkingSet implements WorkingSet {
  private readonly itemsByPosition = new Map<number, Item>();
  private readonly positionByOrdinal = new Map<number, number>();
  private readonly positionByResult = new Map<number, number>();
  private readonly groupsByPosition = new Map<number, Group>();
  private readonly callsById = new Map<string, Map<number, Call>>();
  private readonly checkpointsById = new Map<string, ConversationCheckpoint>();
  private described = noDescription;

  constructor(public head: Head) {}

  apply(changes: Changes): void {
    this.head = changes.head;
    for (const item of changes.items) this.putItem(item);
    for (const group of changes.groups) this.groupsByPosition.set(group.position, group);
    for (const call of changes.calls) {
      const uses = this.callsById.get(call.callId) ?? new Map<number, Call>();
      this.callsById.set(call.callId, uses.set(call.openedAt, call));
    }
    for (const checkpoint of changes.checkpoints) this.checkpointsById.set(checkpoint.id, checkpoint);
    this.described = changes.description ?? this.described;
  }

  item(position: number): Item | undefined {
    return this.itemsByPosition.get(position);
  }

  itemAt(ordinal: number): Item | undefined {
    return this.lookUp(this.positionByOrdinal.get(ordinal));
  }

  itemsWithin(from: number, to: number): Item[] {
    const ordinals = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
    return ordinals.flatMap((ordinal) => this.itemAt(ordinal) ?? []);
  }

  itemOfResult(result: number): Item | undefined {
    return this.lookUp(this.positionByResult.get(result));
  }

  group(position: number): Group | undefined {
    return this.groupsByPosition.get(position);
  }

  groupsAcross(ordinal: number): Group[] {
    return [...this.groupsByPosition.values()].filter(
      (group) => firstOrdinal(group) < ordinal && ordinal <= lastOrdinal(group),
    );
  }

  calls(callId: string): Call[] {
    return [...(this.callsById.get(callId)?.values() ?? [])].toSorted((a, b) => a.openedAt - b.openedAt);
  }

  checkpoint(id: string): ConversationCheckpoint | undefined {
    return this.checkpointsById.get(id);
  }

  activeWithin(from: number, to: number): ConversationCheckpoint[] {
    return this.checkpoints().filter(
      ({ status, range: { messages } }) => status === 'active' && messages.from < to && from < messages.to,
    );
  }

  description(): Description {
    return this.described;
  }

  items(): Item[] {
    return [...this.itemsByPosition.values()].toSorted((a, b) => a.position - b.position);
  }

  groups(): Group[] {
    return [...this.groupsByPosition.values()];
  }

  checkpoints(): ConversationCheckpoint[] {
    return [...this.checkpointsById.values()];
  }

  private putItem(item: Item): void {
    this.itemsByPosition.set(item.position, item);
    if (item.ordinal !== null) this.positionByOrdinal.set(item.ordinal, item.position);
    item.answers.forEach((_, index) => this.positionByResult.set(item.firstResult + index, item.position));
  }

  private lookUp(position: number | undefined): Item | undefined {
    return position === undefined ? undefined : this.itemsByPosition.get(position);
  }
}
