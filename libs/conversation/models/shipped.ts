import { modelEntrySchema, type ModelEntry, type WrittenModelEntry } from './model';

type Prices = readonly [input: number, output: number, cachedInput?: number];

function entry(
  provider: string,
  id: string,
  tokens: number,
  maxOutput: number,
  prices?: Prices,
): WrittenModelEntry {
  const facts = { id, provider, maxContext: { tokens }, maxOutput };
  if (prices === undefined) return facts;
  const [input, output, cachedInput] = prices;
  return { ...facts, prices: cachedInput === undefined ? { input, output } : { input, output, cachedInput } };
}

/** Models whose encoding OpenAI publishes. */
function openai(
  ...facts: readonly [id: string, tokens: number, maxOutput: number, prices: Prices]
): WrittenModelEntry {
  return { ...entry('openai', ...facts), encoding: 'o200k_base' };
}

/** Later ones, believed to use the same encoding. */
function laterOpenai(
  ...facts: readonly [id: string, tokens: number, maxOutput: number, prices?: Prices]
): WrittenModelEntry {
  return { ...entry('openai', ...facts), margin: 0.1 };
}

/** Margins are estimates over `o200k_base`: the encoding since Claude 4.7 makes about 30 % more tokens of a text. */
function anthropic(
  margin: 0.2 | 0.5,
  ...facts: readonly [id: string, tokens: number, maxOutput: number, prices: Prices]
): WrittenModelEntry {
  return { ...entry('anthropic', ...facts), margin };
}

function google(
  ...facts: readonly [id: string, tokens: number, maxOutput: number, prices: Prices]
): WrittenModelEntry {
  return { ...entry('google', ...facts), margin: 0.15 };
}

/** What the providers publish of their models (November 2026); a `models.json` corrects and completes it. */
export const shippedModels: readonly ModelEntry[] = [
  openai('gpt-4o', 128_000, 16_384, [2.5, 10, 1.25]),
  openai('gpt-4o-mini', 128_000, 16_384, [0.15, 0.6, 0.075]),
  openai('gpt-4.1', 1_047_576, 32_768, [2, 8, 0.5]),
  openai('gpt-4.1-mini', 1_047_576, 32_768, [0.4, 1.6, 0.1]),
  openai('gpt-4.1-nano', 1_047_576, 32_768, [0.1, 0.4, 0.025]),
  openai('o3', 200_000, 100_000, [2, 8, 0.5]),
  openai('o4-mini', 200_000, 100_000, [1.1, 4.4, 0.275]),
  openai('gpt-5', 272_000, 128_000, [1.25, 10, 0.125]),
  openai('gpt-5-mini', 272_000, 128_000, [0.25, 2, 0.025]),
  openai('gpt-5-nano', 272_000, 128_000, [0.05, 0.4, 0.005]),
  laterOpenai('gpt-5.1', 272_000, 128_000, [1.25, 10, 0.125]),
  laterOpenai('gpt-5.2', 272_000, 128_000, [1.75, 14, 0.175]),
  laterOpenai('gpt-5.4', 922_000, 128_000, [2.5, 15, 0.25]),
  laterOpenai('gpt-5.4-mini', 272_000, 128_000, [0.75, 4.5, 0.075]),
  laterOpenai('gpt-5.5', 922_000, 128_000, [5, 30, 0.5]),
  laterOpenai('gpt-5.6-sol', 922_000, 128_000),

  anthropic(0.5, 'claude-fable-5-1', 1_000_000, 128_000, [10, 50]),
  anthropic(0.5, 'claude-opus-5-5', 1_000_000, 128_000, [4, 20, 0.2]),
  anthropic(0.5, 'claude-opus-5', 1_000_000, 128_000, [5, 25, 0.5]),
  anthropic(0.2, 'claude-opus-4-5', 200_000, 64_000, [5, 25, 0.5]),
  anthropic(0.5, 'claude-sonnet-5-5', 1_000_000, 128_000, [2, 10]),
  anthropic(0.5, 'claude-sonnet-5', 1_000_000, 128_000, [2, 10, 0.2]),
  anthropic(0.2, 'claude-sonnet-4-6', 1_000_000, 64_000, [3, 15, 0.3]),
  anthropic(0.2, 'claude-sonnet-4-5', 200_000, 64_000, [3, 15, 0.3]),
  anthropic(0.5, 'claude-haiku-5-5', 1_000_000, 128_000, [0.1, 0.5, 0.01]),
  anthropic(0.2, 'claude-haiku-4-5', 200_000, 64_000, [1, 5, 0.1]),

  google('gemini-2.5-pro', 1_048_576, 65_536, [1.25, 10, 0.125]),
  google('gemini-2.5-flash', 1_048_576, 65_536, [0.3, 2.5, 0.03]),
  google('gemini-3.5-flash', 1_048_576, 65_536, [1.5, 9, 0.15]),
].map((written) => modelEntrySchema.parse(written));
