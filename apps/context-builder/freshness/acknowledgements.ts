import { conversationKey, type ConversationKey } from '@verbatim/conversation-store';
import type { LogPosition } from '@verbatim/event-log';
import type { Acknowledged, AcknowledgedAppends } from './acknowledged-appends';
import type { Announcements } from './announcements';

/** A record that the log has taken. */
export interface AppendedRecord {
  readonly key: ConversationKey;
  readonly position: LogPosition;
}

/** Keeps on record, here and in the other context-builders, what is about to be acknowledged. */
export class Acknowledgements {
  constructor(
    private readonly appends: AcknowledgedAppends,
    private readonly announcements: Pick<Announcements, 'announce'>,
  ) {}

  /** Called between an append and its answer. Never rejects. */
  async note(records: readonly AppendedRecord[]): Promise<void> {
    const all = together(records);
    for (const [key, appended] of all) this.appends.note(key, appended);
    await this.announcements.announce(all);
  }
}

/** One entry for each conversation and partition. */
function together(records: readonly AppendedRecord[]): [ConversationKey, Acknowledged][] {
  const found = new Map<string, [ConversationKey, Acknowledged]>();
  for (const { key, position } of records) {
    const { partition, offset } = position;
    const name = `${partition}/${conversationKey(key)}`;
    const [, known = { partition, last: offset, events: 0 }] = found.get(name) ?? [];
    const last = Math.max(known.last, offset);
    found.set(name, [key, { partition, last, events: known.events + 1 }]);
  }
  return [...found.values()];
}
