import * as fc from 'fast-check';
import { aiSdkUi } from '.';
import { sdkUiRefusal } from '../ai-sdk/sdk.fixture';
import { examples } from './examples.fixture';
import { uiHistories } from './histories.fixture';

type Json = Record<string, unknown>;

const tool = (more: Json): Json => ({ type: 'tool-f', toolCallId: 'a', input: {}, ...more });

/** A valid body in which each rule has something to look at. */
const valid = () => ({
  messages: [
    { id: '1', role: 'user', parts: [{ type: 'file', mediaType: 'a/b', url: 'data:a/b;base64,AA==' }] },
    { id: '2', role: 'assistant', parts: [tool({ state: 'output-available', output: 1 })] },
    { id: '3', role: 'user', parts: [{ type: 'text', text: 'q' }] },
    {
      id: '4',
      role: 'assistant',
      parts: [tool({ state: 'approval-responded', approval: { id: 'p', approved: true } })],
    },
  ] as { id: unknown; role: unknown; parts: Json[] }[] | string,
});

type Valid = ReturnType<typeof valid>;

function at(body: Valid, index: number): { id: unknown; role: unknown; parts: Json[] } {
  const found = typeof body.messages === 'string' ? undefined : body.messages[index];
  return found ?? { id: '', role: '', parts: [] };
}

function rulesBroken(body: unknown): string[] {
  return aiSdkUi.check(body).map(({ rule, index }) => `${index} ${rule}`);
}

describe('each rule', () => {
  const breaks: [string, (body: Valid) => void, string[]][] = [
    ['messages-listed', (body) => (body.messages = []), ['null messages-listed']],
    ['messages-listed', (body) => (body.messages = 'x'), ['null messages-listed']],
    ['message-shape', (body) => (at(body, 2).role = 'tool'), ['2 message-shape']],
    ['message-shape', (body) => (at(body, 2).id = 3), ['2 message-shape']],
    ['message-shape', (body) => delete at(body, 1).parts[0]?.['output'], ['1 message-shape']],
    ['message-shape', (body) => at(body, 1).parts.push({ type: 'hologram' }), ['1 message-shape']],
    ['parts-not-empty', (body) => (at(body, 2).parts = []), ['2 parts-not-empty']],
    ['message-ids-unique', (body) => (at(body, 2).id = '1'), ['2 message-ids-unique']],
    [
      'call-has-outcome',
      (body) => (at(body, 1).parts = [tool({ state: 'input-available' })]),
      ['1 call-has-outcome'],
    ],
    [
      'call-has-outcome',
      (body) => (at(body, 3).parts = [tool({ state: 'approval-requested', approval: { id: 'p' } })]),
      ['3 call-has-outcome'],
    ],
    [
      'media-readable',
      (body) => Object.assign(at(body, 0).parts[0] ?? {}, { url: 'data:x' }),
      ['0 media-readable'],
    ],
  ];

  it.each(breaks)('%s sees the smallest break of it', (name, mutate, expected) => {
    const body = valid();
    expect(rulesBroken(body)).toEqual([]);
    mutate(body);
    expect(rulesBroken(body)).toEqual(expected);
    expect(expected.join()).toContain(name);
  });

  it('is broken by one of these', () => {
    const names = aiSdkUi.rules.map(({ name }) => name);
    expect(new Set(breaks.map(([name]) => name))).toEqual(new Set(names));
  });
});

describe('the rules and the SDK agree', () => {
  const bodies = fc.oneof(uiHistories, fc.constantFrom(...Object.values(examples)));

  it('on bodies broken at random', async () => {
    const seen = { valid: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(bodies, fc.nat(), fc.nat(), fc.boolean(), async (whole, where, key, isBroken) => {
        const messages = structuredClone(whole) as unknown as { parts: Json[] }[];
        const parts = messages.flatMap((message) => message.parts);
        const part = parts[where % Math.max(1, parts.length)];
        if (isBroken && part) delete part[Object.keys(part)[key % Object.keys(part).length] ?? ''];
        fc.pre(!JSON.stringify(messages.at(-1)).includes('approval-responded'));
        const refusal = await sdkUiRefusal(JSON.stringify({ messages }));
        const found = aiSdkUi.check({ messages }).filter(({ rule }) => rule !== 'message-ids-unique');
        expect({ refusal, found, ok: found.length === 0 }).toEqual({ refusal, found, ok: refusal === null });
        seen[refusal === null ? 'valid' : 'refused'] += 1;
      }),
      { numRuns: 250 },
    );
    expect(Math.min(seen.valid, seen.refused)).toBeGreaterThan(10);
  });
});
