import { composeView } from './compose';
import type { Entry, Unit } from './entry';
import { fitMessages } from './fit-messages';
import { fitTokens } from './fit-tokens';
import type { ContextLimits, ContextSource, CountTokens, Notice } from './source';

/** What a context consists of, in order, before a format renders it. */
export interface Context {
  readonly entries: readonly Entry[];
  /** Of the rendered body with all overhead and the model's margin; the request's tools come on top. */
  readonly tokens: number;
  readonly degraded: readonly Notice[];
  readonly losses: readonly Notice[];
  /** What was changed or left out because the history came broken; the journal keeps it as it came. */
  readonly repairs: readonly Notice[];
}

export interface BuildOptions {
  readonly limits: ContextLimits;
  readonly count: CountTokens;
  readonly openCalls: 'refuse' | 'placeholder';
}

/**
 * Builds the context of a model call from a conversation as it is: pinned messages, summaries, live messages with
 * their replacements, within the limits, no group split. The same source and options always give the same context.
 * Throws VerbatimError `open-calls` or `budget-impossible`.
 */
export function buildContext(source: ContextSource, { limits, count, openCalls }: BuildOptions): Context {
  const view = composeView(source, { overhead: limits.overhead, count, openCalls });
  const { units, hidden, cut: from } = fitMessages(view.units, source.head, limits);
  const placeholder = source.head.placeholder;
  const fitted = fitTokens(units, { limits, placeholder, count });
  const cut: Notice[] =
    hidden > 0
      ? [
          {
            code: 'window-cut',
            detail: `${hidden} older messages are not shown: the window holds ${limits.messages}`,
          },
        ]
      : [];
  const entries = fitted.units.flatMap((unit) => unit.entries);
  const shown = turnsOf(fitted.units);
  const { losses, repairs } = view.findings.inView(Math.max(from, afterDropped(units, shown)), shown);
  return {
    entries,
    tokens: fitted.tokens,
    degraded: [...cut, ...fitted.degraded],
    losses,
    repairs: [...repairs, ...entries.flatMap(missingResultNotice)],
  };
}

function turnsOf(units: readonly Unit[]): Set<number> {
  return new Set(units.flatMap(({ kind, ordinal }) => (kind === 'turn' ? [ordinal] : [])));
}

/** The place behind the newest turn that did not fit. */
function afterDropped(units: readonly Unit[], shown: ReadonlySet<number>): number {
  const dropped = [...turnsOf(units)].filter((ordinal) => !shown.has(ordinal));
  return dropped.reduce((place, ordinal) => Math.max(place, ordinal + 1), 0);
}

function missingResultNotice(entry: Entry): Notice[] {
  if (entry.kind !== 'missing-result') return [];
  const detail = `the call ${entry.callId} has no result and is shown with ${entry.text}`;
  return [{ code: 'missing-result', event: entry.event, detail }];
}
