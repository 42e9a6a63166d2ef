import type { ModelRegistry } from '@verbatim/conversation';
import type { ReductionFigures, ServedFigures } from '@verbatim/conversation-store';
import type { z } from 'zod';
import type { analyticsSchema } from './analytics-schema';

export type Analytics = z.output<typeof analyticsSchema>;

const USD_DECIMALS = 9;

/** What reductions did and are estimated to have saved (SPEC 2), at the registry's prices of today. */
export function analyticsOf(figures: ReductionFigures, registry: ModelRegistry): Analytics {
  const { stored, covered, summaries, spending } = figures;
  const messages = {
    original: stored.messages,
    reduced: stored.messages - covered.messages + summaries.messages,
  };
  const tokens = {
    original: stored.tokens,
    reduced: stored.tokens - covered.tokens + summaries.tokens,
  };
  const byModel = figures.served.map((each) => servedFor(each, registry));
  const bySummarizer = spending.map((each) => ({ ...each, cost: costOf(each, registry) }));
  const sum = (of: (each: ServedFigures) => number): number => total(figures.served.map(of));
  const served = {
    messages: { original: sum((each) => each.originalMessages), reduced: sum((each) => each.messages) },
    tokens: { original: sum((each) => each.originalTokens), reduced: sum((each) => each.tokens) },
  };
  return {
    conversations: figures.conversations,
    messages,
    tokens,
    compressionRatio: ratio(tokens),
    served: {
      contexts: sum(({ contexts }) => contexts),
      ...served,
      compressionRatio: ratio(served.tokens),
      byModel,
    },
    summaries: {
      callsMade: total(spending.map(({ calls }) => calls)),
      callsAvoided: figures.summariesAvoided,
      inputTokens: total(spending.map(({ inputTokens }) => inputTokens)),
      outputTokens: total(spending.map(({ outputTokens }) => outputTokens)),
      bySummarizer,
    },
    cost: {
      currency: 'USD',
      saved: usd(total(byModel.map(({ saved }) => saved ?? 0))),
      spent: usd(total(bySummarizer.map(({ cost }) => cost ?? 0))),
      net: usd(
        total(byModel.map(({ saved }) => saved ?? 0)) - total(bySummarizer.map(({ cost }) => cost ?? 0)),
      ),
      unpriced: [
        ...byModel.flatMap(({ model, saved }) => (saved === null ? [model] : [])),
        ...bySummarizer.flatMap(({ summarizer, cost }) => (cost === null ? [summarizer] : [])),
      ],
    },
  };
}

/** Saved tokens are those of a prompt, at the price of input that was not cached. */
function servedFor(
  { model, contexts, tokens, originalTokens }: ServedFigures,
  registry: ModelRegistry,
): Analytics['served']['byModel'][number] {
  const prices = registry.find(model)?.prices;
  const saved = prices ? usd(((originalTokens - tokens) * prices.input) / 1_000_000) : null;
  return { model, contexts, tokens: { original: originalTokens, reduced: tokens }, saved };
}

/** A summariser is `<provider>:<model>`. */
function costOf(
  { summarizer, inputTokens, outputTokens }: ReductionFigures['spending'][number],
  registry: ModelRegistry,
): number | null {
  const prices = registry.find(summarizer.slice(summarizer.indexOf(':') + 1))?.prices;
  return prices ? usd((inputTokens * prices.input + outputTokens * prices.output) / 1_000_000) : null;
}

/** What is left of one; null where there was nothing. */
function ratio({ original, reduced }: { original: number; reduced: number }): number | null {
  return original === 0 ? null : Number((reduced / original).toFixed(4));
}

function usd(amount: number): number {
  return Number(amount.toFixed(USD_DECIMALS));
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
