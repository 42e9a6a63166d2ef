import { composeView } from './compose';
import type { Entry, Unit } from './entry';
import type { Findings } from './findings';
import { fitMessages } from './fit-messages';
import { fitWithLedger } from './ledger';
import type { Obligation } from '../state';
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

/** A conversation as the window shows it: what the plugin `default` gives to the chain, or the chain to the budget. */
export interface WindowView {
  readonly units: readonly Unit[];
  readonly findings: Findings;
  /** The place among unpinned messages from which on the window cut nothing. */
  readonly cut: number;
  /** Places of turns that plugins left out. */
  readonly left: ReadonlySet<number>;
  readonly placeholder: string;
  /** What is still owed, in view or not; none where the policy shows no ledger. */
  readonly obligations: readonly Obligation[];
  /** Of the window and of plugins. */
  readonly degraded: readonly Notice[];
  readonly losses: readonly Notice[];
}

/**
 * Builds the context of a model call from a conversation as it is: pinned messages, summaries, live messages with
 * their replacements, within the limits, no group split. The same source and options always give the same context.
 * Throws VerbatimError `open-calls` or `budget-impossible`.
 */
export function buildContext(source: ContextSource, options: BuildOptions): Context {
  return fitContext(windowView(source, options), options);
}

/** Throws VerbatimError `open-calls`, or `budget-impossible` where the window cannot hold what must be shown. */
export function windowView(source: ContextSource, { limits, count, openCalls }: BuildOptions): WindowView {
  const view = composeView(source, { overhead: limits.overhead, count, openCalls });
  const { units, hidden, cut } = fitMessages(view.units, source.head, limits);
  const detail = `${hidden} older messages are not shown: the window holds ${limits.messages}`;
  return {
    units,
    findings: view.findings,
    cut,
    left: new Set(),
    placeholder: source.head.placeholder,
    obligations: source.head.policy.document.obligations ? source.head.obligations : [],
    degraded: hidden > 0 ? [{ code: 'window-cut', detail }] : [],
    losses: [],
  };
}

/** The view within the token budget. Throws VerbatimError `budget-impossible`. */
export function fitContext(view: WindowView, { limits, count }: BuildOptions): Context {
  const { units, findings, placeholder, obligations } = view;
  const fitted = fitWithLedger(units, obligations, { limits, placeholder, count });
  const entries = fitted.units.flatMap((unit) => unit.entries);
  const shown = turnsOf(fitted.units);
  const from = Math.max(view.cut, afterDropped(units, shown));
  const { losses, repairs } = findings.inView(from, shown, view.left);
  return {
    entries,
    tokens: fitted.tokens,
    degraded: [...view.degraded, ...fitted.degraded],
    losses: [...losses, ...view.losses],
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
