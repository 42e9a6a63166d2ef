import type { CountTokens } from '../context/source';
import { truncatedText } from '../context/texts';
import { codePoints, isPinned } from '../message';
import type { History, HistoryElement, HistoryPlugin } from './contract';
import type { TokenBudgetOptions } from './options';

/** Least share of the budget that a message which must be shown keeps when it is cut. */
const LEAST_SHARE = 0.25;

/** How elements are measured, and the most of it that they may have together. */
interface Measure {
  readonly limit: number;
  readonly size: (element: HistoryElement) => number;
}

/**
 * Keeps everything but pinned messages within a budget (SPEC 6). The oldest messages and tool turns go first, then the
 * oldest summaries. The newest one stays; what stays and is too long by itself is cut, so that no context is empty.
 */
export function tokenBudget(
  { tokenBudget: written, estimate }: TokenBudgetOptions,
  { count, perMessage }: { readonly count: CountTokens; readonly perMessage: number },
): HistoryPlugin {
  return {
    name: 'token-budget',
    process: (history, _session, model) => {
      const budget = model.tokenBudget ?? written;
      return within(
        history,
        estimate === 'chars4' ? inCharacters(budget) : inTokens(budget, count, perMessage),
      );
    },
  };
}

/** Characters divided by 4, rounded down, stay within the budget up to three more than four times it. */
function inCharacters(budget: number): Measure {
  return { limit: budget * 4 + 3, size: ({ text }) => codePoints(text) };
}

function inTokens(limit: number, count: CountTokens, perMessage: number): Measure {
  const size = (element: HistoryElement): number =>
    element.tokens > 0 ? element.tokens : count(element.text) + perMessage;
  return { limit, size };
}

function within(history: History, measure: Measure): History {
  const counted = history.filter(({ role }) => !isPinned(role));
  let excess = counted.reduce((sum, element) => sum + measure.size(element), 0) - measure.limit;
  const dropped = new Set<HistoryElement>();
  for (const element of candidates(counted)) {
    if (excess <= 0) break;
    dropped.add(element);
    excess -= measure.size(element);
  }
  const left = history.filter((element) => !dropped.has(element));
  return excess > 0 ? cutLongest(left, excess, measure) : left;
}

function candidates(counted: readonly HistoryElement[]): HistoryElement[] {
  const free = counted.filter((element) => !element.required && element !== counted.at(-1));
  const isSummary = ({ kind }: HistoryElement): boolean => kind === 'summary';
  return [...free.filter((element) => !isSummary(element)), ...free.filter(isSummary)];
}

/** The longest first, as far as it is needed. */
function cutLongest(history: History, excess: number, measure: Measure): History {
  const cut = new Map<HistoryElement, HistoryElement>();
  let left = excess;
  const plain = history.filter((element) => element.plain);
  for (const element of plain.toSorted((one, other) => measure.size(other) - measure.size(one))) {
    const size = measure.size(element);
    const room = Math.max(size - left, Math.floor(measure.limit * LEAST_SHARE), 1);
    if (left <= 0 || size <= room) break;
    const shorter = cutTo(element, room, measure);
    cut.set(element, shorter);
    left -= size - measure.size(shorter);
  }
  return history.map((element) => cut.get(element) ?? element);
}

/** Its beginning, and how much is missing where there is room to say it. */
function cutTo(element: HistoryElement, room: number, { size }: Measure): HistoryElement {
  const points = Array.from(element.text);
  const measured = (text: string): HistoryElement => ({ ...element, text, tokens: 0 });
  const perUnit = points.length / size(element);
  const forms = [
    (length: number) => truncatedText(element.text, length, element.id),
    (length: number) => points.slice(0, length).join(''),
  ];
  for (const form of forms) {
    for (let length = Math.min(points.length - 1, Math.floor(room * perUnit)); length > 0;) {
      const candidate = measured(form(length));
      const over = size(candidate) - room;
      if (over <= 0 && codePoints(candidate.text) < points.length) return candidate;
      length -= Math.max(1, Math.ceil(over * perUnit));
    }
  }
  return measured(points.slice(0, 1).join(''));
}
