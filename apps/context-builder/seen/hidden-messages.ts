import { isLive, type ConversationCheckpoint, type Item, type WindowView } from '@verbatim/conversation';
import type { RefoldedContext } from '../audit/refolded-call';
import { eventsIn, eventsShownBy, type Reason, type SeenCall } from './seen-call';

/** A stored message that a call did not show. */
export interface HiddenMessage {
  readonly event: string;
  readonly position: number;
  /** In the policy's encoding; 0 of one that was never taken for a message. */
  readonly tokens: number;
  readonly reason: Reason;
}

/** Every message of the journal at the time of a call, by position, with why it is hidden; null of one that is shown. */
export interface AccountedMessage extends Omit<HiddenMessage, 'reason'> {
  readonly reason: Reason | null;
}

export function accountedMessages(call: SeenCall): AccountedMessage[] {
  const { fold, receipt } = call;
  const shown = new Set(receipt.segments.flatMap(eventsShownBy));
  const why = new Absences(call);
  const items = fold.ws.items().map((item): AccountedMessage => {
    const { eventId: event, position, tokens } = item;
    return { event, position, tokens, reason: shown.has(event) ? null : why.of(item) };
  });
  const passed = fold.passed.map(({ eventId: event, position, code, detail }): AccountedMessage => {
    const reason = { code, detail: `it is not taken for a message: ${detail}` };
    return { event, position, tokens: 0, reason };
  });
  return [...items, ...passed].toSorted((one, other) => one.position - other.position);
}

/** What keeps messages out of one call's context. */
class Absences {
  private readonly shownSummaries: ReadonlySet<string>;
  private readonly covering: readonly ConversationCheckpoint[];
  private readonly steps: Steps | null;

  constructor(private readonly call: SeenCall) {
    const { receipt, fold, context } = call;
    const summaries = receipt.segments.filter(({ kind }) => kind === 'summary');
    this.shownSummaries = new Set(summaries.map(({ event }) => event));
    this.covering = fold.ws
      .checkpoints()
      .filter(({ status }) => status === 'active' || status === 'retired')
      .toSorted((one, other) => rank(one) - rank(other));
    this.steps = context === null ? null : new Steps(context);
  }

  of(item: Item): Reason {
    const { ordinal } = item;
    const { head } = this.call.fold.ws;
    return ordinal !== null && !isLive(head.coverage, ordinal) ? this.covered(ordinal) : this.leftOut(item);
  }

  private covered(ordinal: number): Reason {
    const holds = ({ range: { messages } }: ConversationCheckpoint): boolean =>
      messages.from <= ordinal && ordinal < messages.to;
    const checkpoint = this.covering.findLast(holds);
    if (!checkpoint) return unexplained('no checkpoint on record covers it');
    const { id: event, status, summary } = checkpoint;
    if (status === 'retired') {
      return {
        code: 'retired',
        detail: "its summary left the view: the policy's budget for the past was spent",
      };
    }
    if (summary === null) {
      return { code: 'cut', event, detail: 'the policy cuts the oldest messages without a summary' };
    }
    if (this.shownSummaries.has(event)) {
      return { code: 'summarised', event, detail: 'a summary stands for it' };
    }
    const plugin = this.steps?.pluginThatDropped(event);
    const how =
      plugin === undefined ? `the budget of ${this.budget} left it out` : `the plugin ${plugin} left it out`;
    const detail = `a summary stands for it, and is not shown: ${how}`;
    return { code: 'summary-not-shown', event, detail };
  }

  private leftOut(item: Item): Reason {
    const { eventId } = item;
    const { receipt, problem } = this.call;
    const { steps } = this;
    if (steps === null) return unexplained(`the context cannot be made again: ${problem ?? ''}`);
    if (steps.windowShows(eventId)) {
      const plugin = steps.pluginThatDropped(eventId);
      if (plugin !== undefined) return { code: 'plugin-dropped', detail: `the plugin ${plugin} left it out` };
      const lost = receipt.losses.find(({ event }) => event === eventId);
      if (lost)
        return {
          code: 'not-carried',
          detail: `nothing of it has a place in ${receipt.target}: ${lost.detail}`,
        };
      if (steps.isRendered(eventId))
        return unexplained('the context made again shows it, the receipt does not');
      return { code: 'budget-cut', detail: `the budget of ${this.budget} leaves out the oldest messages` };
    }
    if (this.placeOf(item) < steps.cut) {
      const detail = `the window holds ${receipt.limits.messages} messages, and begins after it`;
      return { code: 'window-cut', detail };
    }
    return steps.finding(eventId) ?? unexplained('nothing on record says why');
  }

  /** A result goes with the message that began its group: the place of that decides. */
  private placeOf({ ordinal, group }: Item): number {
    const beginning = group === null ? null : this.call.fold.ws.item(group)?.ordinal;
    return Math.min(ordinal ?? Infinity, beginning ?? Infinity);
  }

  private get budget(): string {
    return `${this.call.receipt.limits.tokens.toLocaleString('en-US')} tokens`;
  }
}

/** The steps from the window to the bytes, and what each still shows. */
class Steps {
  readonly cut: number;
  private readonly window: ReadonlySet<string>;
  private readonly views: readonly { readonly plugin: string; readonly shown: ReadonlySet<string> }[];
  private readonly rendered: ReadonlySet<string>;
  private readonly findings: ReadonlyMap<string, Reason>;

  constructor({ view, views, rendered }: RefoldedContext) {
    this.cut = view.cut;
    this.window = shownIn(view);
    this.views = views.map((each) => ({ plugin: each.plugin, shown: shownIn(each.view) }));
    this.rendered = new Set(rendered.segments.flatMap(eventsShownBy));
    const { losses, repairs } = view.findings.inView(0, new Set(), new Set());
    this.findings = new Map(
      [...losses, ...repairs].flatMap(({ event, code, detail }) =>
        event === undefined ? [] : [[event, { code, detail }] as const],
      ),
    );
  }

  windowShows(event: string): boolean {
    return this.window.has(event);
  }

  pluginThatDropped(event: string): string | undefined {
    return this.views.find(({ shown }) => !shown.has(event))?.plugin;
  }

  isRendered(event: string): boolean {
    return this.rendered.has(event);
  }

  /** What was wrong with a message of a broken history. */
  finding(event: string): Reason | undefined {
    return this.findings.get(event);
  }
}

/** Summaries too. */
function shownIn({ units }: WindowView): Set<string> {
  const summaries = units.filter(({ kind }) => kind === 'summary');
  return new Set([
    ...eventsIn(units),
    ...summaries.flatMap(({ entries }) => entries.map(({ event }) => event)),
  ]);
}

/** The active one counts, and the newest of several. */
function rank({ status, decidedAt }: ConversationCheckpoint): number {
  return status === 'active' ? Number.MAX_SAFE_INTEGER / 2 + decidedAt : decidedAt;
}

function unexplained(detail: string): Reason {
  return { code: 'unexplained', detail };
}
