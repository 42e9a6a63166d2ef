import * as fc from 'fast-check';
import type { Policy } from './policy';
import { resolvePolicy } from './resolve';
import { canonicalPolicy } from './version';

function withOptions(options: Record<string, unknown>): Policy {
  return { ...resolvePolicy({}), plugins: [{ name: 'default', options }] };
}

describe('the canonical form of a policy', () => {
  it('sorts keys at every depth and has no white space', () => {
    expect(canonicalPolicy(resolvePolicy({}))).toBe(
      '{"encoding":"o200k_base","history":null,"obligations":true,"plugins":[{"name":"default","options":{}}],' +
        '"preset":"window-only","rules":1,"sessions":{"idleTimeoutMinutes":60,"max":null},"toolResults":null,' +
        '"window":{"cutStep":0.25,"maxMessages":200,"maxTokens":null,"reservedOutput":null}}',
    );
  });

  it('is the same for two documents that mean the same, and another for another value', () => {
    const short = resolvePolicy({ preset: 'agentkit' });
    const long = resolvePolicy({ history: { keepRecent: 10, triggerAt: 100 }, preset: 'agentkit' });
    const other = resolvePolicy({ preset: 'agentkit', history: { keepRecent: 11 } });
    expect(canonicalPolicy(long)).toBe(canonicalPolicy(short));
    expect(canonicalPolicy(other)).not.toBe(canonicalPolicy(short));
  });

  it('sorts keys by UTF-16 unit and writes numbers as RFC 8785 does', () => {
    const options = {
      '\u20ac': 1e21,
      '\r': 1,
      '\ufb33': 2,
      '10': 3,
      '9': -0,
      '\ud83d\ude00': 4.5,
      '\u0080': 'é\n',
    };
    expect(canonicalPolicy(withOptions(options))).toContain(
      '{"\\r":1,"10":3,"9":0,"\u0080":"é\\n","\u20ac":1e+21,"\ud83d\ude00":4.5,"\ufb33":2}',
    );
  });

  it('keeps every value, and does not depend on the order in which keys were written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (written) => {
        const options = JSON.parse(JSON.stringify(written)) as Record<string, unknown>;
        const reversed = Object.fromEntries(Object.entries(options).toReversed());
        const text = canonicalPolicy(withOptions(options));
        expect(canonicalPolicy(withOptions(reversed))).toBe(text);
        expect(JSON.parse(text)).toEqual(withOptions(options));
      }),
    );
  });
});
