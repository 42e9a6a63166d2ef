import type { Head } from '../state';
import type { Entry, MessageEntry, ShownCall, Unit } from './entry';
import type { SourceMessage } from './source';

type NamedCall = ShownCall & { readonly id: string };

/** What is said before results come, and the results. */
interface Step {
  readonly said: { readonly entry: MessageEntry; readonly isThought: boolean }[];
  /** Calls that no result answers yet. */
  readonly pending: NamedCall[];
  readonly results: MessageEntry[];
}

/** A unit in the making: what one message began, the pieces that go on with it, and the results that answer its calls. */
export class Turn {
  private readonly steps: Step[] = [];
  private readonly callIds = new Set<string>();
  private isUnread: boolean;
  private isKept: boolean;

  constructor(
    private readonly place: Omit<Unit, 'entries' | 'kind'>,
    /** True until each call is answered, or a user message or the end of the run comes. */
    public open: boolean,
  ) {
    this.isUnread = place.unread;
    this.isKept = place.kept;
  }

  /** `newestUser` is the position of the user message that must be shown. */
  static of(head: Head, { item }: SourceMessage, newestUser: number | null): Turn {
    const { position, group, tokensThrough } = item;
    const ordinal = item.ordinal ?? 0;
    const open = head.openGroups.some((each) => each.position === (group ?? position));
    const kept = newestUser === position || open;
    return new Turn({ ordinal, tokensThrough, kept, unread: open }, open);
  }

  get ordinal(): number {
    return this.place.ordinal;
  }

  /** Adds what is said next; after results it begins another step. `isThought`: there is nothing but reasoning in it. */
  say(entry: MessageEntry, calls: readonly NamedCall[], isThought: boolean): void {
    for (const { id } of calls) this.callIds.add(id);
    const shown = new Map(calls.map(({ id, name, again }) => [id, { name, again }]));
    const said = { entry: { ...entry, calls: shown }, isThought };
    const last = this.steps.at(-1);
    if (last && last.results.length === 0) {
      last.said.push(said);
      last.pending.push(...calls);
    } else {
      this.steps.push({ said: [said], pending: [...calls], results: [] });
    }
  }

  /** Puts a result behind the step that calls for it; false where no call of that id waits for one. */
  answer(callId: string, entry: MessageEntry): boolean {
    const step = this.steps.find(({ pending }) => pending.some(({ id }) => id === callId));
    if (!step) return false;
    const [call] = step.pending.splice(
      step.pending.findIndex(({ id }) => id === callId),
      1,
    );
    const calls = new Map(call ? [[callId, { name: call.name, again: call.again }]] : []);
    step.results.push({ ...entry, calls });
    return true;
  }

  calls(callId: string): boolean {
    return this.callIds.has(callId);
  }

  /** No assistant message has come after it, or after one of its results: `kept` keeps it in view for that. */
  markUnread({ kept }: { readonly kept: boolean }): void {
    this.isUnread = true;
    this.isKept ||= kept;
  }

  unanswered(): string[] {
    return this.steps.flatMap(({ pending }) => pending.map(({ id }) => id));
  }

  /** Takes away reasoning that nothing follows, which no provider accepts, and gives the events it came with. */
  dropUnfinished(): string[] {
    return this.steps.flatMap(({ said }) => {
      const last = said.findLastIndex(({ isThought }) => !isThought);
      return said.splice(last + 1).map(({ entry }) => entry.event);
    });
  }

  toUnit(missing: (event: string, callId: string, call: ShownCall) => Entry): Unit {
    const entries = this.steps.flatMap(({ said, pending, results }) => {
      const event = said[0]?.entry.event ?? '';
      const absent = pending.map(({ id, name, again }) => missing(event, id, { name, again }));
      return [...said.map(({ entry }) => entry), ...results, ...absent];
    });
    return { kind: 'turn', ...this.place, kept: this.isKept, unread: this.isUnread, entries };
  }
}
