import * as fc from 'fast-check';
import { VerbatimError } from '../errors';
import type { WindowPolicy } from '../policy/policy';
import { modelEntrySchema, type ModelEntry } from './model';
import { effectiveWindow, type ContextBudget } from './window';

const policyOf = (part: Partial<WindowPolicy> = {}): WindowPolicy => ({
  maxMessages: 200,
  maxTokens: null,
  reservedOutput: null,
  cutStep: 0.25,
  ...part,
});
const modelOf = (maxContext: { tokens: number; messages?: number }): ModelEntry =>
  modelEntrySchema.parse({ id: 'm', provider: 'test', maxContext });

const model = modelOf({ tokens: 128_000 });

function impossible(attempt: () => unknown): Readonly<Record<string, unknown>> {
  try {
    attempt();
  } catch (error) {
    if (error instanceof VerbatimError && error.code === 'budget-impossible') return error.details;
    throw error;
  }
  throw new Error('there was a window');
}

const reserved = (policy: number | null, budget: number | undefined, tokens = 128_000) =>
  effectiveWindow({
    policy: policyOf({ reservedOutput: policy }),
    model: modelOf({ tokens }),
    budget: { reservedOutput: budget },
  }).reservedOutput;

const tokens = (policy: Partial<WindowPolicy>, budget: ContextBudget) =>
  effectiveWindow({ policy: policyOf(policy), model, budget }).tokens;

describe('the ceiling in messages', () => {
  it('is 200 by default, and min(200, 50) = 50', () => {
    expect(effectiveWindow({ policy: policyOf({ maxMessages: 500 }), model }).messages).toBe(200);
    expect(effectiveWindow({ policy: policyOf({ maxMessages: 50 }), model }).messages).toBe(50);
    const small = modelOf({ tokens: 128_000, messages: 50 });
    expect(effectiveWindow({ policy: policyOf(), model: small }).messages).toBe(50);
  });

  it('is the least of system, policy, model and budget', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 4, maxLength: 4 }), (ceilings) => {
        const [systemCeiling = 1, maxMessages = 1, ofModel = 1, messages = 1] = ceilings;
        const window = effectiveWindow({
          policy: policyOf({ maxMessages }),
          model: modelOf({ tokens: 1000, messages: ofModel }),
          systemCeiling,
          budget: { messages },
        });
        expect(window.messages).toBe(Math.min(...ceilings));
      }),
    );
  });

  it.each([
    [{ systemCeiling: 0 }],
    [{ budget: { messages: 0 } }],
    [{ budget: { messages: -5 } }],
    [{ budget: { messages: Number.NaN } }],
  ])('refuses %j', (part) => {
    const details = impossible(() => effectiveWindow({ policy: policyOf(), model, ...part }));
    expect(details['messages']).not.toBeGreaterThan(0);
  });
});

describe('the output that is reserved', () => {
  it('is 4,096, or a quarter of the window of a small model', () => {
    expect(reserved(null, undefined)).toBe(4096);
    expect(reserved(null, undefined, 16_384)).toBe(4096);
    expect(reserved(null, undefined, 16_383)).toBe(4095);
    expect(reserved(null, undefined, 8000)).toBe(2000);
  });

  it('is the larger of policy and request where both set it, else the one that does', () => {
    expect(reserved(1000, 3000)).toBe(3000);
    expect(reserved(3000, 1000)).toBe(3000);
    expect(reserved(1000, undefined)).toBe(1000);
    expect(reserved(null, 1000)).toBe(1000);
    expect(reserved(0, undefined)).toBe(0);
  });
});

describe('the ceiling in tokens', () => {
  it('is the least of the model less the reserved output, the policy and the budget', () => {
    expect(tokens({}, {})).toBe(123_904);
    expect(tokens({ maxTokens: 9000 }, {})).toBe(9000);
    expect(tokens({ maxTokens: 9000 }, { tokens: 8000 })).toBe(8000);
    expect(tokens({ maxTokens: 8000 }, { tokens: 9000 })).toBe(8000);
    expect(tokens({ maxTokens: 127_000, reservedOutput: 2000 }, { tokens: 128_000 })).toBe(126_000);
  });

  it('may be 1 and is refused below, with the numbers', () => {
    expect(tokens({ reservedOutput: 127_999 }, {})).toBe(1);
    const details = impossible(() => tokens({ reservedOutput: 128_000 }, { tokens: 5 }));
    expect(details).toMatchObject({
      model: 'm',
      messages: 200,
      tokens: 0,
      reservedOutput: 128_000,
      limits: { tokens: { modelLessReserved: 0, policy: null, budget: 5 } },
    });
    expect(impossible(() => tokens({}, { tokens: 0 }))['tokens']).toBe(0);
    expect(impossible(() => tokens({}, { tokens: -1 }))['tokens']).toBe(-1);
  });

  it('never grows by a negative reservation', () => {
    expect(impossible(() => tokens({}, { reservedOutput: -1000 }))['reservedOutput']).toBe(-1000);
  });
});
