import * as fc from 'fast-check';
import { aiSdkUi } from '.';
import { canonicalHistories } from '../ai-sdk/histories.fixture';
import { cameFrom, canonical, rendered } from '../ai-sdk/rendering.fixture';
import { sdkUiRefusal } from '../ai-sdk/sdk.fixture';
import { isOpen, uiHistories } from './histories.fixture';

function bodyOf(messages: unknown): string {
  return JSON.stringify({ messages });
}

describe('whatever comes', () => {
  it('from the SDK with every call done leaves as the same text, in pieces too', async () => {
    await fc.assert(
      fc.asyncProperty(uiHistories, fc.boolean(), async (history, apart) => {
        const messages = history.map(({ id, role, parts }, at) => ({
          id: `${id}-${at}`,
          role: parts.length === 0 ? 'assistant' : role,
          parts: parts.filter((part) => !isOpen(part)),
        }));
        fc.pre(messages.every(({ role, parts }) => role === 'assistant' || parts.length > 0));
        const text = bodyOf(messages);
        const came = cameFrom(aiSdkUi, 'ai-sdk-ui', text).filter(
          ({ message }) => !apart || message.parts.length > 0,
        );
        const kept = messages.filter(
          (_, at) => !apart || cameFrom(aiSdkUi, 'ai-sdk-ui', text)[at]?.message.parts.length,
        );
        fc.pre(came.length > 0);
        expect(rendered(aiSdkUi, came, { apart }).text).toBe(bodyOf(kept));
        expect(aiSdkUi.check({ messages })).toEqual([]);
        expect(await sdkUiRefusal(text)).toBeNull();
      }),
    );
  });

  it('from the SDK leaves as the SDK takes it', async () => {
    await fc.assert(
      fc.asyncProperty(uiHistories, fc.boolean(), async (history, apart) => {
        const out = rendered(aiSdkUi, cameFrom(aiSdkUi, 'ai-sdk-ui', bodyOf(history)), { apart });
        expect(aiSdkUi.check(JSON.parse(out.text))).toEqual([]);
        expect(await sdkUiRefusal(out.text)).toBeNull();
      }),
    );
  });

  it('in the canonical form leaves as the SDK takes it', async () => {
    await fc.assert(
      fc.asyncProperty(canonicalHistories, fc.boolean(), async (messages, apart) => {
        const out = rendered(aiSdkUi, messages.map(canonical), { apart });
        expect(aiSdkUi.check(JSON.parse(out.text))).toEqual([]);
        expect(await sdkUiRefusal(out.text)).toBeNull();
        expect(out.repairs.map(({ code }) => code)).not.toContain('result-without-call');
      }),
    );
  });

  it('is checked without a crash', () => {
    const message = fc.record({ id: fc.anything(), role: fc.anything(), parts: fc.array(fc.anything()) });
    const wrong = fc.oneof(
      fc.anything(),
      fc.record({ messages: fc.array(fc.oneof(fc.anything(), message)) }),
    );
    fc.assert(fc.property(wrong, (body) => Array.isArray(aiSdkUi.check(body))));
    expect(aiSdkUi.check({ messages: [{ id: '1', role: 'robot', parts: [{}] }] })).toMatchObject([
      { rule: 'message-shape' },
    ]);
  });
});
