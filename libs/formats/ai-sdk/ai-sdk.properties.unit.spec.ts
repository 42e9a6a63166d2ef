import * as fc from 'fast-check';
import { aiSdk } from '.';
import { canonicalHistories, modelBodies } from './histories.fixture';
import { cameFrom, canonical, rendered } from './rendering.fixture';
import { sdkRefusal } from './sdk.fixture';

describe('whatever comes', () => {
  it('from the SDK leaves as the same text', async () => {
    await fc.assert(
      fc.asyncProperty(modelBodies, async (body) => {
        const text = JSON.stringify(body);
        expect(rendered(aiSdk, cameFrom(aiSdk, 'ai-sdk', text)).text).toBe(text);
        expect(aiSdk.check(body)).toEqual([]);
        expect(await sdkRefusal(text)).toBeNull();
      }),
    );
  });

  it('from the SDK leaves in pieces that it takes', async () => {
    await fc.assert(
      fc.asyncProperty(modelBodies, async (body) => {
        const out = rendered(aiSdk, cameFrom(aiSdk, 'ai-sdk', JSON.stringify(body)), { apart: true });
        expect(aiSdk.check(JSON.parse(out.text))).toEqual([]);
        expect(await sdkRefusal(out.text)).toBeNull();
      }),
    );
  });

  it('in the canonical form leaves as the SDK takes it', async () => {
    await fc.assert(
      fc.asyncProperty(canonicalHistories, fc.boolean(), async (messages, apart) => {
        const out = rendered(aiSdk, messages.map(canonical), { apart });
        expect(aiSdk.check(JSON.parse(out.text))).toEqual([]);
        expect(await sdkRefusal(out.text)).toBeNull();
      }),
    );
  });

  it('is checked without a crash', () => {
    const wrong = fc.oneof(
      fc.anything(),
      fc.record({ messages: fc.array(fc.anything()), system: fc.anything() }),
      fc.record({ messages: fc.array(fc.record({ role: fc.anything(), content: fc.array(fc.anything()) })) }),
    );
    fc.assert(fc.property(wrong, (body) => Array.isArray(aiSdk.check(body))));
    expect(aiSdk.check({ messages: [{ role: 'robot', content: '' }] })).toMatchObject([
      { rule: 'message-shape' },
    ]);
  });
});
