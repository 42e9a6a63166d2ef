import { fitContext, placeholderText, type Entry, type ResolvedModel } from '@verbatim/conversation';
import type { MadeContext } from '../serving/make-context';
import type { Prefix } from '../serving/prefix';
import type { RawSource } from '../serving/raw-source';
import { noticeSchema } from '../serving/receipt';
import type { TrialShown } from './trial-schema';

const USD_DECIMALS = 9;

/** The figures of a context that was made but not served. */
export function shownFigures(
  { source }: RawSource,
  { rendered, chained, options }: MadeContext,
  model: ResolvedModel,
  prefix: Prefix,
): TrialShown {
  const { entries } = fitContext(chained.view, options);
  const replaced = entries.filter(({ kind }) => kind === 'replacement');
  const omitted = replaced.filter((entry) => isPlaceholder(entry, source.head.placeholder));
  return {
    tokens: rendered.tokens,
    messages: new Set(rendered.segments.map(({ event }) => event)).size,
    summaries: entries.filter(({ kind }) => kind === 'summary').length,
    omissions: omitted.length,
    shortened: replaced.length - omitted.length,
    cuts: cutMessages(source, entries),
    prefix,
    cost: costOf(model, rendered.tokens, prefix.sameTokens),
    degraded: noticeSchema.array().parse(rendered.degraded),
  };
}

function isPlaceholder(entry: Entry, placeholder: string): boolean {
  return entry.kind === 'replacement' && entry.text === placeholderText(placeholder, entry.event);
}

/** Unpinned messages that no entry shows and no shown summary stands for. */
function cutMessages({ head, messages, newestUser }: RawSource['source'], entries: readonly Entry[]): number {
  const ordinals = new Map(
    [...messages, ...(newestUser ? [newestUser] : [])].map(({ item }) => [item.eventId, item.ordinal]),
  );
  const ranges = entries.flatMap((entry) =>
    entry.kind === 'summary' ? [entry.checkpoint.range.messages] : [],
  );
  const covered = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const events = entries.flatMap((entry) => [
    entry.event,
    ...(entry.kind === 'replacement' ? (entry.joined ?? []) : []),
  ]);
  const shown = [...new Set(events)].filter((event) => {
    const ordinal = ordinals.get(event) ?? null;
    return ordinal !== null && !ranges.some(({ from, to }) => from <= ordinal && ordinal < to);
  });
  return Math.max(0, head.unpinned - covered - shown.length);
}

function costOf({ entry }: ResolvedModel, tokens: number, same: number): TrialShown['cost'] {
  const { prices } = entry;
  if (!prices) return null;
  const { input, cachedInput = input } = prices;
  return { input: usd(tokens * input), cached: usd((tokens - same) * input + same * cachedInput) };
}

/** From prices for a million tokens. */
function usd(amount: number): number {
  return Number((amount / 1_000_000).toFixed(USD_DECIMALS));
}
