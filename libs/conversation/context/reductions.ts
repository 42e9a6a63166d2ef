import { isResultEntry, shownMessage, tokensOf, type Entry, type MessageEntry, type Unit } from './entry';
import { isDroppable } from './fit-messages';
import { inSteps } from './in-steps';
import { shortenResults } from './shorten-results';
import type { ContextLimits, CountTokens } from './source';
import { resultText } from './replacement-text';
import { placeholderText, truncatedText } from './texts';

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
  const summaryShare = SUMMARY_SHARE * (limits.summaryStep ?? limits.cutStep);
  const summaryStep = Math.max(1, Math.floor(Math.max(budget, 0) * summaryShare));
  return [
    {
      code: 'compaction-pending',
      detail: 'long tool results are cut: what is to stand for them is not written yet',
      apply: (units) => cutPending(units, options),
    },
    {
      code: 'results-omitted',
      detail: 'tool results that were read are omitted',
      apply: (units) => omitResults(units, budget, step, options),
    },
    { ...unread, apply: (units) => shorten(units, budget * UNREAD_SHARE) },
    { ...summaries, apply: (units) => withoutSummaries(units, budget * SUMMARY_SHARE, summaryStep) },
    {
      code: 'messages-cut',
      detail: 'the oldest messages are not shown',
      apply: (units) => dropOldest(units, budget, step),
    },
    {
      ...summaries,
      apply: (units) => withoutSummaries(units, roomFor(units, isSummary, budget), summaryStep),
    },
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

/** Leaves out the oldest summaries, a whole step of their tokens at a time, until the rest take at most `room` tokens. */
function withoutSummaries(units: readonly Unit[], room: number, step: number): readonly Unit[] {
  const summaries = units.filter(isSummary);
  const budget = tokensOf(units) - tokensOf(summaries) + room;
  return inSteps(units, budget, step, summaries, () => null);
}

/** Omits read results from the oldest on, a whole step of recorded tokens at a time. */
function omitResults(
  units: readonly Unit[],
  budget: number,
  step: number,
  options: FitOptions,
): readonly Unit[] {
  const shrink = (entry: Entry): Entry =>
    isResultEntry(entry) && entry.kind !== 'pending' ? omitted(entry, options) : entry;
  const candidates = units.filter(
    (unit) => !unit.unread && unit.entries.some((entry) => shrink(entry) !== entry),
  );
  return inSteps(units, budget, step, candidates, (unit) => ({
    ...unit,
    entries: unit.entries.map(shrink),
  }));
}

function omitted(entry: MessageEntry, { placeholder, count, limits }: FitOptions): Entry {
  const text = placeholderText(placeholder, entry.event);
  if (entry.kind === 'replacement' && entry.text === text) return entry;
  const tokens = count(text) + limits.overhead.perMessage;
  return tokens < entry.tokens ? { ...entry, kind: 'replacement', text, tokens } : entry;
}

/** Cuts results that wait for their summaries simply, all of them at once (SPEC 4). */
function cutPending(units: readonly Unit[], options: FitOptions): readonly Unit[] {
  const cuts = new Map(
    units.flatMap(({ entries }) => entries).map((entry) => [entry, withoutEnd(entry, options)]),
  );
  if ([...cuts].every(([entry, cut]) => entry === cut)) return units;
  return units.map((unit) => ({ ...unit, entries: unit.entries.map((entry) => cuts.get(entry) ?? entry) }));
}

function withoutEnd(entry: Entry, { count, limits }: FitOptions): Entry {
  if (entry.kind !== 'message' || entry.cutTo === undefined) return entry;
  const text = truncatedText(resultText(shownMessage(entry), 0), entry.cutTo);
  const tokens = count(text) + limits.overhead.perMessage;
  return tokens < entry.tokens ? { ...entry, kind: 'replacement', text, tokens } : entry;
}

function dropOldest(units: readonly Unit[], budget: number, step: number): readonly Unit[] {
  return inSteps(units, budget, step, units.filter(isDroppable), () => null);
}
