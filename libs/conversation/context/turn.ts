import type { Head } from '../state';
import type { Entry, Unit } from './entry';
import type { SourceMessage } from './source';

/** A unit in the making: a message and, where it calls tools, the results that answer it. */
export class Turn {
  private readonly results: Entry[] = [];
  private readonly answered = new Set<string>();
  private hasUnread = false;

  constructor(
    private readonly first: Entry,
    private readonly calls: readonly string[],
    private readonly place: Omit<Unit, 'entries' | 'kind'>,
    /** True until each call is answered, or a user message or the end of the run comes. */
    public open: boolean,
  ) {}

  /** `newestUser` is the position of the user message that must be shown. */
  static of(head: Head, { item }: SourceMessage, first: Entry, newestUser: number | null): Turn {
    const ordinal = item.ordinal ?? 0;
    const open = head.openGroups.some((group) => group.position === item.position);
    const unread = open || (head.unreadFrom === ordinal && item.calls.length > 0);
    const kept = newestUser === item.position || unread;
    return new Turn(first, item.calls, { ordinal, tokensThrough: item.tokensThrough, kept, unread }, open);
  }

  get ordinal(): number {
    return this.place.ordinal;
  }

  /** `unread`: no assistant message has come after the result. */
  addResult(callIds: readonly string[], entry: Entry, unread: boolean): void {
    this.results.push(entry);
    this.hasUnread ||= unread;
    for (const callId of callIds) this.answered.add(callId);
  }

  unanswered(): string[] {
    return this.calls.filter((callId) => !this.answered.has(callId));
  }

  toUnit(missing: (event: string, callId: string) => Entry): Unit {
    const absent = this.unanswered().map((callId) => missing(this.first.event, callId));
    const unread = this.place.unread || this.hasUnread;
    return { kind: 'turn', ...this.place, unread, entries: [this.first, ...this.results, ...absent] };
  }
}
