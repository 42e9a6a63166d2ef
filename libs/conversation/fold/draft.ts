import {
  firstOrdinal,
  isCounted,
  lastOrdinal,
  shownTokens,
  type Call,
  type Changes,
  type ConversationCheckpoint,
  type Description,
  type Group,
  type Head,
  type Item,
  type WorkingSet,
} from '../state';

/** A working set and what one event has changed so far: later steps of the same event see what earlier ones did. */
export class Draft implements WorkingSet {
  head: Head;
  private readonly items = new Map<number, Item>();
  private readonly groups = new Map<number, Group>();
  private readonly changedCalls: Call[] = [];
  private readonly checkpoints = new Map<string, ConversationCheckpoint>();
  private described: Description | null = null;

  constructor(private readonly base: WorkingSet) {
    this.head = base.head;
  }

  /** What it is shown as counts from here on. */
  put(item: Item): void {
    const before = this.item(item.position);
    const { coverage, liveTokens, omittedThrough } = this.head;
    const tokens = (each: Item): number => shownTokens(each, omittedThrough);
    this.items.set(item.position, item);
    if (item.ordinal === null || !isCounted(coverage, item.ordinal)) return;
    this.update({ liveTokens: liveTokens + tokens(item) - (before ? tokens(before) : 0) });
  }

  putGroup(group: Group): void {
    this.groups.set(group.position, group);
    const others = this.head.openGroups.filter((open) => open.position !== group.position);
    const isOpen = group.pending.length > 0 && group.abandonedAt === null;
    this.update({ openGroups: isOpen ? [...others, group] : others });
  }

  putCall(call: Call): void {
    this.changedCalls.push(call);
  }

  putCheckpoint(checkpoint: ConversationCheckpoint): void {
    this.checkpoints.set(checkpoint.id, checkpoint);
  }

  describe(description: Description): void {
    this.described = description;
  }

  update(change: Partial<Head>): void {
    this.head = { ...this.head, ...change };
  }

  changes(): Changes {
    return {
      head: this.head,
      items: [...this.items.values()],
      groups: [...this.groups.values()],
      calls: this.changedCalls,
      checkpoints: [...this.checkpoints.values()],
      ...(this.described ? { description: this.described } : {}),
    };
  }

  description(): Description {
    return this.described ?? this.base.description();
  }

  item(position: number): Item | undefined {
    return this.items.get(position) ?? this.base.item(position);
  }

  itemAt(ordinal: number): Item | undefined {
    return [...this.items.values()].find((item) => item.ordinal === ordinal) ?? this.base.itemAt(ordinal);
  }

  itemsWithin(from: number, to: number): Item[] {
    const unchanged = this.base.itemsWithin(from, to).filter(({ position }) => !this.items.has(position));
    const changed = [...this.items.values()].filter(
      ({ ordinal }) => ordinal !== null && from <= ordinal && ordinal < to,
    );
    return [...unchanged, ...changed].toSorted((one, other) => one.position - other.position);
  }

  itemOfResult(result: number): Item | undefined {
    const holds = ({ firstResult, answers }: Item): boolean =>
      firstResult > 0 && firstResult <= result && result < firstResult + answers.length;
    return [...this.items.values()].find(holds) ?? this.base.itemOfResult(result);
  }

  group(position: number): Group | undefined {
    return this.groups.get(position) ?? this.base.group(position);
  }

  groupsAcross(ordinal: number): Group[] {
    const unchanged = this.base.groupsAcross(ordinal).filter(({ position }) => !this.groups.has(position));
    return [...unchanged, ...this.groups.values()].filter(
      (group) => firstOrdinal(group) < ordinal && ordinal <= lastOrdinal(group),
    );
  }

  calls(callId: string): Call[] {
    const changed = this.changedCalls.filter((call) => call.callId === callId);
    const isChanged = (call: Call): boolean => changed.some(({ openedAt }) => openedAt === call.openedAt);
    return [...this.base.calls(callId).filter((call) => !isChanged(call)), ...changed];
  }

  checkpoint(id: string): ConversationCheckpoint | undefined {
    return this.checkpoints.get(id) ?? this.base.checkpoint(id);
  }

  activeWithin(from: number, to: number): ConversationCheckpoint[] {
    const unchanged = this.base.activeWithin(from, to).filter(({ id }) => !this.checkpoints.has(id));
    return [...unchanged, ...this.checkpoints.values()].filter(
      ({ status, range: { messages } }) => status === 'active' && messages.from < to && from < messages.to,
    );
  }
}
