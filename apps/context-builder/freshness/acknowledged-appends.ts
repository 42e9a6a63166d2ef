import { conversationKey, type ConversationKey } from '@verbatim/conversation-store';

/** Conversations on record. About 6 MB where each was appended to eight times. */
const MOST_CONVERSATIONS = 10_000;
/** Appends on record for one conversation; beyond that the two oldest become one. */
const MOST_APPENDS = 8;

/** Acknowledged events of one conversation that lie in one partition of the log. */
export interface Acknowledged {
  readonly partition: number;
  /** Offset of the newest one. */
  readonly last: number;
  /** How many they are; 0 where that is no longer on record. */
  readonly events: number;
}

/**
 * What was appended and acknowledged, and may not be in the projection yet. The record is in memory and bounded: of more
 * conversations than it takes, the oldest are forgotten by name, and the newest offset of their partition stands for
 * them. A context of any conversation that is not on record then waits for that offset too.
 */
export class AcknowledgedAppends {
  private readonly byConversation = new Map<string, Acknowledged[]>();
  private readonly unnamed = new Map<number, Acknowledged>();

  constructor(private readonly most = MOST_CONVERSATIONS) {}

  /** Conversations that are on record by name. */
  get conversations(): number {
    return this.byConversation.size;
  }

  note(key: ConversationKey, appended: Acknowledged): void {
    const name = conversationKey(key);
    const all = [...(this.byConversation.get(name) ?? []), appended];
    // A map keeps the order of insertion: the conversations that were not appended to for longest come first.
    this.byConversation.delete(name);
    this.byConversation.set(name, shortened(all));
    if (this.byConversation.size > this.most) this.forgetOldest();
  }

  /** What may be missing from a context of this conversation. */
  of(key: ConversationKey): readonly Acknowledged[] {
    if (this.byConversation.size === 0 && this.unnamed.size === 0) return [];
    return [...(this.byConversation.get(conversationKey(key)) ?? []), ...this.unnamed.values()];
  }

  /** Forgets these very entries, which the projection holds now. */
  forget(key: ConversationKey, passed: readonly Acknowledged[]): void {
    const name = conversationKey(key);
    const left = (this.byConversation.get(name) ?? []).filter((each) => !passed.includes(each));
    if (left.length > 0) this.byConversation.set(name, left);
    else this.byConversation.delete(name);
    for (const each of passed) {
      if (this.unnamed.get(each.partition) === each) this.unnamed.delete(each.partition);
    }
  }

  private forgetOldest(): void {
    const [oldest] = this.byConversation;
    if (oldest === undefined) return;
    const [name, appends] = oldest;
    this.byConversation.delete(name);
    for (const { partition, last } of appends) {
      const newest = Math.max(last, this.unnamed.get(partition)?.last ?? 0);
      this.unnamed.set(partition, { partition, last: newest, events: 0 });
    }
  }
}

/** The two oldest of one partition become one where there are too many. */
function shortened(appends: Acknowledged[]): Acknowledged[] {
  if (appends.length <= MOST_APPENDS) return appends;
  for (const [index, one] of appends.entries()) {
    const other = appends.findIndex(({ partition }, at) => at > index && partition === one.partition);
    const found = appends[other];
    if (found === undefined) continue;
    const last = Math.max(one.last, found.last);
    const both = { partition: one.partition, last, events: one.events + found.events };
    return appends.with(other, both).toSpliced(index, 1);
  }
  // Each lies in a partition of its own: there are never more of them than the log has partitions.
  return appends;
}
