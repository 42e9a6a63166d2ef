/** A member's place in a consumer group, for as long as it takes part. All of it may throw: then the place is lost. */
export interface Membership {
  /** How many members the group has, this one included, and the partitions that one of them holds. */
  look(): Promise<{ members: number; taken: ReadonlySet<number> }>;
  /** False when another member holds the partition. */
  hold(partition: number): Promise<boolean>;
  release(partition: number): Promise<void>;
  /** Returns when it is time to look again, or at the abort. */
  changed(signal: AbortSignal): Promise<void>;
}

/** Keeps the members of the consumer groups of one log apart. */
export interface Groups {
  /** Takes part for as long as `work` runs; when it ends, everything the member still holds is released. */
  join(group: string, topic: string, work: (membership: Membership) => Promise<void>): Promise<void>;
}
