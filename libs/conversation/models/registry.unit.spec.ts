import { VerbatimError } from '../errors';
import { modelEntrySchema, type ModelEntry } from './model';
import { ModelRegistry } from './registry';
import { shippedModels } from './shipped';

const entry = (id: string, tokens = 1000): ModelEntry =>
  modelEntrySchema.parse({ id, provider: 'test', maxContext: { tokens } });

function unknown(attempt: () => unknown): Readonly<Record<string, unknown>> {
  try {
    attempt();
  } catch (error) {
    if (error instanceof VerbatimError && error.code === 'model-unknown') return error.details;
    throw error;
  }
  throw new Error('the model was found');
}

describe('a registry', () => {
  it('gives the entry of an id', () => {
    const registry = ModelRegistry.of([entry('a'), entry('b')]);
    expect(registry.get('b')).toEqual({ requested: 'b', entry: entry('b') });
    expect(registry.list().map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('lets a later overlay replace an entry as a whole, and add one', () => {
    const priced = modelEntrySchema.parse({
      id: 'a',
      provider: 'test',
      maxContext: { tokens: 1 },
      prices: { input: 1, output: 2 },
    });
    const registry = ModelRegistry.of([priced], [[entry('a', 2), entry('c')], [entry('a', 3)]]);
    expect(registry.get('a').entry).toEqual(entry('a', 3));
    expect(registry.list().map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('refuses an unknown model and says which are near it', () => {
    const details = unknown(() => ModelRegistry.of(shippedModels).get('gtp-4o-mini'));
    expect(details['model']).toBe('gtp-4o-mini');
    expect(details['near']).toContain('gpt-4o-mini');
    expect(() => ModelRegistry.of(shippedModels).get('claude-opus')).toThrow(/"claude-opus".*claude-opus-5/);
  });

  it.each(['', 'x', 'constructor', '__proto__'])('refuses %j too', (id) => {
    expect(unknown(() => ModelRegistry.of(shippedModels).get(id))['model']).toBe(id);
  });

  it('serves an unknown model by the default where one is configured', () => {
    const registry = ModelRegistry.of([entry('a')], [[entry('b')]], 'b');
    expect(registry.get('z')).toEqual({ requested: 'z', entry: entry('b') });
    expect(registry.get('a').entry.id).toBe('a');
  });

  it('refuses a default that it does not know', () => {
    expect(unknown(() => ModelRegistry.of([entry('a')], [], 'b'))['model']).toBe('b');
  });
});

describe('dated variants', () => {
  const registry = ModelRegistry.of(shippedModels);

  it.each([
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['gpt-4o-mini-2024-07-18', 'gpt-4o-mini'],
    ['gpt-4.1-latest', 'gpt-4.1'],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
  ])('%s has the entry of %s and stays visible', (id, base) => {
    const { requested, entry: found } = registry.get(id);
    expect(requested).toBe(id);
    expect(found.id).toBe(base);
  });

  it.each([
    'gpt-4o-audio',
    'gpt-4o-audio-2024-10-01',
    'gpt-4o-2024-13-01',
    'gpt-4o-20240845',
    'gpt-4o2024-08-06',
    'gpt-4o-latest-2',
    'gpt',
  ])('%s is none', (id) => {
    expect(unknown(() => registry.get(id))['model']).toBe(id);
  });

  it('have their own entry where there is one', () => {
    const own = ModelRegistry.of(shippedModels, [[entry('gpt-4o-2024-08-06', 7)]]);
    expect(own.get('gpt-4o-2024-08-06').entry.maxContext.tokens).toBe(7);
  });
});

describe('a written entry', () => {
  it('without an encoding counts with o200k_base, inexactly, with a margin', () => {
    expect(entry('a')).toEqual({
      id: 'a',
      provider: 'test',
      maxContext: { tokens: 1000 },
      encoding: 'o200k_base',
      exact: false,
      margin: 0.1,
      overhead: { perMessage: 4, perRequest: 3 },
    });
  });

  it('with an encoding is exact, unless it says otherwise', () => {
    const written = { id: 'a', provider: 'test', maxContext: { tokens: 1 }, encoding: 'cl100k_base' };
    expect(modelEntrySchema.parse(written)).toMatchObject({
      encoding: 'cl100k_base',
      exact: true,
      margin: 0,
    });
    expect(modelEntrySchema.parse({ ...written, exact: false })).toMatchObject({ exact: false, margin: 0.1 });
  });

  it.each([
    [{ id: 'a', provider: 'test', maxContext: { tokens: 0 } }],
    [{ id: 'a', provider: 'test', maxContext: { tokens: 1, messages: 0 } }],
    [{ id: '', provider: 'test', maxContext: { tokens: 1 } }],
    [{ id: 'a', provider: 'test', maxContext: { tokens: 1 }, encoding: 'p50k_base' }],
    [{ id: 'a', provider: 'test', maxContext: { tokens: 1 }, price: {} }],
  ])('%j is refused', (written) => {
    expect(modelEntrySchema.safeParse(written).success).toBe(false);
  });
});

describe('the shipped models', () => {
  it('are each there once, with gpt-4o counted exactly', () => {
    expect(new Set(shippedModels.map(({ id }) => id)).size).toBe(shippedModels.length);
    expect(shippedModels.find(({ id }) => id === 'gpt-4o')).toEqual({
      id: 'gpt-4o',
      provider: 'openai',
      maxContext: { tokens: 128_000 },
      maxOutput: 16_384,
      encoding: 'o200k_base',
      exact: true,
      margin: 0,
      overhead: { perMessage: 4, perRequest: 3 },
      prices: { input: 2.5, output: 10, cachedInput: 1.25 },
    });
  });

  it('have a margin exactly where their tokeniser is not known', () => {
    expect(shippedModels.filter(({ exact, margin }) => exact === margin > 0)).toEqual([]);
    expect(shippedModels.filter(({ provider, exact }) => provider !== 'openai' && exact)).toEqual([]);
  });

  it('come from OpenAI, Anthropic and Google', () => {
    expect(new Set(shippedModels.map(({ provider }) => provider))).toEqual(
      new Set(['openai', 'anthropic', 'google']),
    );
  });
});
