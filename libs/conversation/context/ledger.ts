import { VerbatimError } from '../errors';
import type { Obligation } from '../state';
import { joinedInto, tokensOf, type Entry, type Unit } from './entry';
import { contentBudget, fitTokens, measured, type Fitted } from './fit-tokens';
import type { FitOptions } from './reductions';
import type { Notice } from './source';
import { ledgerText } from './texts';

/** The most that a ledger may take: tokens, and a share of the budget. */
const MOST_TOKENS = 200;
const MOST_SHARE = 0.05;

/**
 * Fits as `fitTokens` does, and lists in one entry what is still owed and no longer in view, however old it is. Its room
 * is set aside first, since what is cut decides what it says; where nothing is out of view nothing is set aside. A
 * context never fails for its ledger: it is shortened, or left out and said to be.
 */
export function fitWithLedger(
  units: readonly Unit[],
  obligations: readonly Obligation[],
  options: FitOptions,
): Fitted {
  const fitted = fitTokens(units, options);
  const hidden = outOfView(fitted.units, obligations);
  if (hidden.length === 0) return fitted;
  const { limits } = options;
  const most = Math.min(MOST_TOKENS, Math.floor(contentBudget(limits) * MOST_SHARE));
  const room = Math.min(most, ledgerUnit(obligations, 0, options).tokens);
  const tokens = limits.tokens - Math.ceil(room * (1 + limits.margin));
  const smaller = tryFit(units, { ...options, limits: { ...limits, tokens } });
  const ledger = smaller && ledgerWithin(room, outOfView(smaller.units, obligations), options);
  if (!ledger) return { ...fitted, degraded: [...fitted.degraded, unlisted(hidden.length, most)] };
  const all = withLedger(smaller.units, ledger.unit);
  return {
    units: all,
    tokens: measured(tokensOf(all), limits),
    degraded: [...smaller.degraded, ...(ledger.more > 0 ? [unlisted(ledger.more, most)] : [])],
  };
}

function tryFit(units: readonly Unit[], options: FitOptions): Fitted | null {
  try {
    return fitTokens(units, options);
  } catch (error) {
    if (error instanceof VerbatimError && error.code === 'budget-impossible') return null;
    throw error;
  }
}

function outOfView(units: readonly Unit[], obligations: readonly Obligation[]): Obligation[] {
  const shown = new Set(
    units.flatMap(({ entries }) => entries.flatMap((entry) => [entry.event, ...joinedInto(entry)])),
  );
  return obligations.filter(({ event }) => !shown.has(event));
}

/** The longest ledger that fits, the oldest first; null where not even one line does. */
function ledgerWithin(
  room: number,
  hidden: readonly Obligation[],
  options: FitOptions,
): { readonly unit: Unit; readonly more: number } | null {
  for (let listed = hidden.length; listed > 0; listed -= 1) {
    const more = hidden.length - listed;
    const { unit, tokens } = ledgerUnit(hidden.slice(0, listed), more, options);
    if (tokens <= room) return { unit, more };
  }
  return null;
}

function ledgerUnit(
  listed: readonly Obligation[],
  more: number,
  { count, limits }: FitOptions,
): { readonly unit: Unit; readonly tokens: number } {
  const text = ledgerText(listed, more);
  const tokens = count(text) + limits.overhead.perMessage;
  const event = listed[0]?.event ?? '';
  const entries: Entry[] = [{ kind: 'ledger', event, role: 'user', tokens, text, obligations: listed, more }];
  return {
    unit: { kind: 'ledger', ordinal: -1, tokensThrough: 0, kept: true, unread: false, entries },
    tokens,
  };
}

/** Behind what is pinned and the summaries before the first turn. */
function withLedger(units: readonly Unit[], ledger: Unit): Unit[] {
  const turn = units.findIndex(({ kind }) => kind === 'turn');
  const at = turn === -1 ? units.length : turn;
  return [...units.slice(0, at), ledger, ...units.slice(at)];
}

function unlisted(count: number, most: number): Notice {
  const detail = `${count} open obligations are neither in view nor in the ledger, which may take ${most} tokens`;
  return { code: 'ledger-cut', detail };
}
