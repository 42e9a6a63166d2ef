import { ModelRegistry, shippedModels } from '@verbatim/conversation';
import type { ReductionFigures } from '@verbatim/conversation-store';
import { analyticsOf } from './analytics';

const registry = ModelRegistry.of(shippedModels, [], 'gpt-4o');
const nothing: ReductionFigures = {
  conversations: 1,
  stored: { messages: 0, tokens: 0 },
  covered: { messages: 0, tokens: 0 },
  summaries: { messages: 0, tokens: 0 },
  summariesAvoided: 0,
  spending: [],
  served: [],
};
const served = (model: string, originalTokens: number, tokens: number) => ({
  model,
  contexts: 1,
  messages: 21,
  tokens,
  originalMessages: 50,
  originalTokens,
});
const spent = (summarizer: string, inputTokens: number, outputTokens: number) => ({
  summarizer,
  calls: 1,
  inputTokens,
  outputTokens,
});

it('50 messages of 5,000 tokens, 30 of them in a summary of 100: 21 messages and 2,100 tokens, 0.42 of it', () => {
  const figures = {
    ...nothing,
    stored: { messages: 50, tokens: 5000 },
    covered: { messages: 30, tokens: 3000 },
    summaries: { messages: 1, tokens: 100 },
  };
  expect(analyticsOf(figures, registry)).toMatchObject({
    messages: { original: 50, reduced: 21 },
    tokens: { original: 5000, reduced: 2100 },
    compressionRatio: 0.42,
  });
});

it('a million tokens not sent to gpt-4o save 2.50 USD; summaries by gpt-4o-mini cost 0.15 in and 0.60 out', () => {
  const figures = {
    ...nothing,
    served: [served('gpt-4o-2024-08-06', 1_400_000, 400_000)],
    spending: [spent('openai:gpt-4o-mini', 1_000_000, 500_000)],
  };
  const { cost, served: all } = analyticsOf(figures, registry);
  expect(cost).toEqual({ currency: 'USD', saved: 2.5, spent: 0.45, net: 2.05, unpriced: [] });
  expect(all.byModel).toMatchObject([{ saved: 2.5 }]);
});

it('what has no price is named and counts nothing; the price of a default model is not its price', () => {
  const figures = {
    ...nothing,
    served: [served('gpt-4o', 1_400_000, 400_000), served('ours', 1_400_000, 400_000)],
    spending: [spent('other:theirs', 10, 1), spent('openai:gpt-4o-mini', 1_000_000, 0)],
  };
  const { cost, summaries } = analyticsOf(figures, registry);
  expect(cost).toMatchObject({ saved: 2.5, spent: 0.15, net: 2.35, unpriced: ['ours', 'other:theirs'] });
  expect(summaries).toMatchObject({ callsMade: 2, inputTokens: 1_000_010, outputTokens: 1 });
});

it('summaries that cost more than they saved make a loss', () => {
  const figures = { ...nothing, spending: [spent('openai:gpt-4o-mini', 1_000_000, 0)] };
  expect(analyticsOf(figures, registry).cost.net).toBe(-0.15);
});

it('of nothing there is no ratio', () => {
  expect(analyticsOf(nothing, registry)).toMatchObject({
    compressionRatio: null,
    served: { contexts: 0, compressionRatio: null },
  });
});
