import { VerbatimError } from '../errors';
import type { Entry, Unit } from './entry';
import { tokensOf } from './entry';
import { isDroppable } from './fit-messages';
import type { ContextLimits, CountTokens, Notice } from './source';
import { shortenResults } from './shorten-results';
import { placeholderText } from './texts';

/** Share of the budget that summaries may take before the oldest are left out, and unread results before they are cut. */
const SUMMARY_SHARE = 0.5;
const UNREAD_SHARE = 0.25;

export interface Fitted {
  readonly units: readonly Unit[];
  readonly tokens: number;
  readonly degraded: readonly Notice[];
}

interface FitOptions {
  readonly limits: ContextLimits;
  readonly placeholder: string;
  readonly count: CountTokens;
}

/**
 * Brings units within the token budget without splitting a group: omits results that were read, shortens those that
 * were not, then drops whole oldest units; each only as far as needed, in steps that do not move at every call.
 * Throws `budget-impossible` with the figures where what must be shown does not fit.
 */
export function fitTokens(units: readonly Unit[], options: FitOptions): Fitted {
  const { limits } = options;
  const budget =
    Math.floor((limits.tokens - limits.toolTokens) / (1 + limits.margin)) - limits.overhead.perRequest;
  const step = Math.max(1, Math.floor(Math.max(budget, 0) * limits.cutStep));
  const degraded: Notice[] = [];
  const apply = (code: string, detail: string, next: readonly Unit[]): readonly Unit[] => {
    if (next !== fitting) degraded.push({ code, detail });
    return next;
  };
  let fitting: readonly Unit[] = units;
  if (tokensOf(fitting) > budget) {
    fitting = apply(
      'summaries-cut',
      'the oldest summaries are left out',
      withoutSummaries(fitting, budget * SUMMARY_SHARE),
    );
    fitting = apply(
      'results-omitted',
      'tool results that were read are omitted',
      omitResults(fitting, budget, step, options),
    );
    const room = Math.max(budget * UNREAD_SHARE, budget - tokensOf(fitting) + unreadTokens(fitting));
    fitting = apply(
      'results-truncated',
      'unread tool results are shortened',
      shortenUnread(fitting, budget, room, options),
    );
    fitting = apply('messages-cut', 'the oldest messages are not shown', dropOldest(fitting, budget, step));
    fitting = apply(
      'summaries-cut',
      'no summary is shown',
      tokensOf(fitting) > budget ? withoutSummaries(fitting, 0) : fitting,
    );
    const left = budget - tokensOf(fitting) + unreadTokens(fitting);
    fitting = apply(
      'results-truncated',
      'unread tool results are shortened',
      shortenUnread(fitting, budget, left, options),
    );
  }
  const tokens = Math.ceil((tokensOf(fitting) + limits.overhead.perRequest) * (1 + limits.margin));
  if (tokens + limits.toolTokens > limits.tokens) throw impossible(tokens, limits);
  return { units: fitting, tokens, degraded };
}

function impossible(tokens: number, { tokens: budget, toolTokens }: ContextLimits): VerbatimError {
  return new VerbatimError(
    'budget-impossible',
    `${tokens} tokens must be shown and ${toolTokens} go to tools, the budget is ${budget}`,
    { tokens, toolTokens, budget },
  );
}

function withoutSummaries(units: readonly Unit[], share: number): readonly Unit[] {
  const summaries = units.filter((unit) => unit.kind === 'summary');
  let excess = tokensOf(summaries) - share;
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
  const candidates = units.filter((unit) => !unit.unread && unit.entries.some(isFullResult));
  return inSteps(units, budget, step, candidates, (unit) => ({
    ...unit,
    entries: unit.entries.map((entry) => (isFullResult(entry) ? omitted(entry, options) : entry)),
  }));
}

type FullResult = Extract<Entry, { kind: 'message' }>;

function isFullResult(entry: Entry): entry is FullResult {
  return entry.kind === 'message' && entry.source.item.answers.length > 0;
}

function omitted(entry: FullResult, { placeholder, count, limits }: FitOptions): Entry {
  const text = placeholderText(placeholder, entry.event);
  const tokens = count(text) + limits.overhead.perMessage;
  return tokens < entry.tokens ? { ...entry, kind: 'replacement', text, tokens } : entry;
}

function dropOldest(units: readonly Unit[], budget: number, step: number): readonly Unit[] {
  return inSteps(units, budget, step, units.filter(isDroppable), () => null);
}

/**
 * Changes the candidates, oldest first, until the units fit. A step that was begun is finished: all candidates whose
 * recorded place falls in it are changed together.
 */
function inSteps(
  units: readonly Unit[],
  budget: number,
  step: number,
  candidates: readonly Unit[],
  change: (unit: Unit) => Unit | null,
): readonly Unit[] {
  const bucket = (unit: Unit): number => Math.ceil(unit.tokensThrough / step);
  const changed = new Map<Unit, Unit | null>();
  let excess = tokensOf(units) - budget;
  let current = -1;
  for (const unit of candidates) {
    if (excess <= 0 && bucket(unit) > current) break;
    current = bucket(unit);
    const replacement = change(unit);
    changed.set(unit, replacement);
    excess -= tokensOf([unit]) - tokensOf(replacement ? [replacement] : []);
  }
  if (changed.size === 0) return units;
  return units.flatMap((unit) => {
    const replacement = changed.get(unit);
    return replacement === undefined ? [unit] : replacement === null ? [] : [replacement];
  });
}

function unreadTokens(units: readonly Unit[]): number {
  return tokensOf(units.filter((unit) => unit.unread));
}

function shortenUnread(
  units: readonly Unit[],
  budget: number,
  room: number,
  options: FitOptions,
): readonly Unit[] {
  if (tokensOf(units) <= budget) return units;
  return shortenResults(units, room, options.count, options.limits.overhead.perMessage);
}
