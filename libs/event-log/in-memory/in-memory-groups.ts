import { Bell } from '../delivery/bell';
import type { Groups, Membership } from '../delivery/group';

interface Group {
  members: number;
  /** Partition to the member that holds it. */
  readonly holders: Map<number, object>;
  readonly changes: Bell;
}

/** Groups whose members all live in this process. */
export class InMemoryGroups implements Groups {
  private readonly groups = new Map<string, Group>();

  async join(name: string, topic: string, work: (membership: Membership) => Promise<void>): Promise<void> {
    const group = this.group(`${name}/${topic}`);
    const membership = new InMemoryMembership(group);
    group.members += 1;
    group.changes.ring();
    try {
      await work(membership);
    } finally {
      group.members -= 1;
      for (const [partition, holder] of group.holders) {
        if (holder === membership) group.holders.delete(partition);
      }
      group.changes.ring();
    }
  }

  private group(key: string): Group {
    const known = this.groups.get(key);
    if (known) return known;
    const group: Group = { members: 0, holders: new Map(), changes: new Bell() };
    this.groups.set(key, group);
    return group;
  }
}

class InMemoryMembership implements Membership {
  private ringsSeen = 0;

  constructor(private readonly group: Group) {}

  async look(): Promise<{ members: number; taken: ReadonlySet<number> }> {
    this.ringsSeen = this.group.changes.rings;
    return { members: this.group.members, taken: new Set(this.group.holders.keys()) };
  }

  async hold(partition: number): Promise<boolean> {
    if (this.group.holders.has(partition)) return false;
    this.group.holders.set(partition, this);
    return true;
  }

  async release(partition: number): Promise<void> {
    if (this.group.holders.get(partition) !== this) return;
    this.group.holders.delete(partition);
    this.group.changes.ring();
  }

  async changed(signal: AbortSignal): Promise<void> {
    await this.group.changes.rungSince(this.ringsSeen, signal);
  }
}
