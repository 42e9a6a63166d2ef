import { toolResultsOf } from '../message';
import { shownMessage, tokensOf, type Entry, type Unit } from './entry';
import { isDroppable } from './fit-messages';
import { inSteps } from './in-steps';
import { shortenResults } from './shorten-results';
import type { ContextLimits, CountTokens } from './source';
import { placeholderText } from './texts';

/** Share of the budget that summaries may take before the oldest are left out, and unread results before they are cut. */
const SUMMARY_SHARE = 0.5;
const UNREAD_SHARE = 0.25;

export interface FitOptions {
  readonly limits: ContextLimits;
  readonly placeholder: string;
  readonly count: CountTokens;
}

/** One way to make units smaller, at most as far as needed. */
export interface Reduction {
  readonly code: string;
  readonly detail: string;
  readonly apply: (units: readonly Unit[]) => readonly Unit[];
}

/** What is tried, in this order, until the units fit. */
export function reductions(budget: number, options: FitOptions): Reduction[] {
  const step = Math.max(1, Math.floor(Math.max(budget, 0) * options.limits.cutStep));
  const { count, placeholder, limits } = options;
  const shorten = (units: readonly Unit[], least: number): readonly Unit[] => {
    const room = Math.max(
      least,
      roomFor(units, ({ unread }) => unread, budget),
    );
    return shortenResults(units, room, { count, placeholder, overhead: limits.overhead.perMessage });
  };
  const unread = { code: 'results-truncated', detail: 'unread tool results are shortened' };
  const summaries = { code: 'summaries-cut', detail: 'the oldest summaries are left out' };
  return [
    {
      code: 'results-omitted',
      detail: 'tool results that were read are omitted',
      apply: (units) => omitResults(units, budget, step, options),
    },
    { ...unread, apply: (units) => shorten(units, budget * UNREAD_SHARE) },
    { ...summaries, apply: (units) => withoutSummaries(units, budget * SUMMARY_SHARE) },
    {
      code: 'messages-cut',
      detail: 'the oldest messages are not shown',
      apply: (units) => dropOldest(units, budget, step),
    },
    { ...summaries, apply: (units) => withoutSummaries(units, roomFor(units, isSummary, budget)) },
    { ...unread, apply: (units) => shorten(units, 0) },
  ];
}

/** What the budget leaves for some units beside all others. */
function roomFor(units: readonly Unit[], isOne: (unit: Unit) => boolean, budget: number): number {
  return budget - tokensOf(units.filter((unit) => !isOne(unit)));
}

function isSummary({ kind }: Unit): boolean {
  return kind === 'summary';
}

/** Leaves out the oldest summaries until the rest take at most `room` tokens. */
function withoutSummaries(units: readonly Unit[], room: number): readonly Unit[] {
  const summaries = units.filter(isSummary);
  let excess = tokensOf(summaries) - room;
  const dropped = new Set<Unit>();
  for (const unit of summaries) {
    if (excess <= 0) break;
    excess -= tokensOf([unit]);
    dropped.add(unit);
  }
  return dropped.size > 0 ? units.filter((unit) => !dropped.has(unit)) : units;
}

/** Omits read results from the oldest on, a whole step of recorded tokens at a time. */
function omitResults(
  units: readonly Unit[],
  budget: number,
  step: number,
  options: FitOptions,
): readonly Unit[] {
  const shrink = (entry: Entry): Entry => (isFullResult(entry) ? omitted(entry, options) : entry);
  const candidates = units.filter(
    (unit) => !unit.unread && unit.entries.some((entry) => shrink(entry) !== entry),
  );
  return inSteps(units, budget, step, candidates, (unit) => ({
    ...unit,
    entries: unit.entries.map(shrink),
  }));
}

type FullResult = Extract<Entry, { kind: 'message' }>;

function isFullResult(entry: Entry): entry is FullResult {
  return entry.kind === 'message' && toolResultsOf(shownMessage(entry)).length > 0;
}

function omitted(entry: FullResult, { placeholder, count, limits }: FitOptions): Entry {
  const text = placeholderText(placeholder, entry.event);
  const tokens = count(text) + limits.overhead.perMessage;
  return tokens < entry.tokens ? { ...entry, kind: 'replacement', text, tokens } : entry;
}

function dropOldest(units: readonly Unit[], budget: number, step: number): readonly Unit[] {
  return inSteps(units, budget, step, units.filter(isDroppable), () => null);
}
