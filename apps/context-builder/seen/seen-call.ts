import type { Entry, Item, Unit } from '@verbatim/conversation';
import { foldOf, refolded, type RefoldedContext, type RefoldOptions } from '../audit/refolded-call';
import type { RecordedCall } from '../audit/recorded-calls';
import type { Fold } from '../serving/folded-source';
import type { ReceiptSegment } from '../serving/receipt';

/** Why a message is not shown, or not as it came. */
export interface Reason {
  readonly code: string;
  /** The checkpoint or the event that decided it. */
  readonly event?: string | undefined;
  readonly detail: string;
}

/** A call with the conversation as it was then, and its context made again, or why it cannot be. */
export interface SeenCall extends RecordedCall {
  readonly fold: Fold;
  /** By the ids of their events. */
  readonly items: ReadonlyMap<string, Item>;
  readonly context: RefoldedContext | null;
  readonly problem: string | null;
}

export async function seenCall(call: RecordedCall, options: RefoldOptions): Promise<SeenCall> {
  const fold = await foldOf(call, options);
  const items = new Map(fold.ws.items().map((item) => [item.eventId, item]));
  const seen = { ...call, fold, items };
  try {
    return { ...seen, context: await refolded(call, fold, options), problem: null };
  } catch (error) {
    return { ...seen, context: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Ids of the messages that a segment shows: its own, and those whose text a plugin joined into it. */
export function eventsShownBy({ kind, event, metadata }: ReceiptSegment): string[] {
  if (kind === 'summary' || kind === 'ledger' || metadata?.['missingResult'] !== undefined) return [];
  const merged = metadata?.['merged'];
  return Array.isArray(merged) ? merged.map(String) : [event];
}

/** Ids of the messages that units show. */
export function eventsIn(units: readonly Unit[]): Set<string> {
  return new Set(units.flatMap(({ entries }) => entries.flatMap(eventsOf)));
}

function eventsOf(entry: Entry): string[] {
  if (entry.kind === 'summary' || entry.kind === 'ledger' || entry.kind === 'missing-result') return [];
  return entry.kind === 'replacement' ? [entry.event, ...(entry.joined ?? [])] : [entry.event];
}
