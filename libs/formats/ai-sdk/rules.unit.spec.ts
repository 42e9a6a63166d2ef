import * as fc from 'fast-check';
import { aiSdk } from '.';
import { examples } from './examples.fixture';
import { modelBodies } from './histories.fixture';
import { sdkRefusal } from './sdk.fixture';

type Json = Record<string, unknown>;

const call = (id: string): Json => ({ type: 'tool-call', toolCallId: id, toolName: 'f', input: {} });
const result = (id: string): Json => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'f',
  output: { type: 'text', value: '' },
});
const request: Json = { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' };
const response: Json = { type: 'tool-approval-response', approvalId: 'p', approved: true };

/** A valid body in which each rule has something to look at. */
const valid = () => ({
  system: 's' as unknown,
  messages: [
    { role: 'user', content: [{ type: 'image', image: 'data:image/png;base64,iVBORw0KGgo=' }] },
    { role: 'assistant', content: [call('a'), call('b')] },
    { role: 'tool', content: [result('a')] },
    { role: 'tool', content: [result('b')] },
    { role: 'user', content: 'q' },
    { role: 'assistant', content: [call('a'), request] },
    { role: 'tool', content: [response] },
  ] as { role: unknown; content: Json[] }[] | null,
});

type Valid = ReturnType<typeof valid>;

const at = (body: Valid, index: number): { role: unknown; content: Json[] } =>
  body.messages?.[index] ?? { role: '', content: [] };

function rulesBroken(body: unknown): string[] {
  return aiSdk.check(body).map(({ rule, index }) => `${index} ${rule}`);
}

describe('each rule', () => {
  const breaks: [string, (body: Valid) => void, string[]][] = [
    ['messages-listed', (body) => (body.messages = []), ['null messages-listed']],
    ['messages-listed', (body) => (body.messages = null), ['null messages-listed']],
    ['system-shape', (body) => (body.system = 5), ['null system-shape']],
    ['message-shape', (body) => (at(body, 4).role = 'robot'), ['4 message-shape']],
    ['message-shape', (body) => delete at(body, 1).content[0]?.['input'], ['1 message-shape']],
    ['message-shape', (body) => at(body, 2).content.push({ type: 'text', text: '' }), ['2 message-shape']],
    ['call-answered', (body) => body.messages?.splice(3, 1), ['1 call-answered']],
    [
      'call-answered',
      (body) => (at(body, 5).content = [call('a')]),
      ['5 call-answered', '6 approval-requested'],
    ],
    ['result-answers-call', (body) => at(body, 3).content.push(result('c')), ['3 result-answers-call']],
    ['result-answers-call', (body) => at(body, 3).content.push(result('b')), ['3 result-answers-call']],
    [
      'approval-requested',
      (body) => at(body, 6).content.push({ ...response, approvalId: 'x' }),
      ['6 approval-requested'],
    ],
    [
      'media-readable',
      (body) => (at(body, 0).content = [{ type: 'image', image: 'data:x' }]),
      ['0 media-readable'],
    ],
    [
      'media-readable',
      (body) => (at(body, 0).content = [{ type: 'image', image: 'no?' }]),
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
    const names = aiSdk.rules.map(({ name }) => name);
    expect(new Set(breaks.map(([name]) => name))).toEqual(new Set(names));
  });
});

describe('the rules and the SDK agree', () => {
  /** What the SDK leaves to the providers, or looks at while it runs approved tools. */
  const beyond = new Set(['result-answers-call', 'approval-requested']);
  const isSdkRule = ({ rule }: { rule: string }) => !beyond.has(rule);

  const bodies = fc.oneof(modelBodies, fc.constantFrom(...Object.values(examples)));
  /** Takes a message or a block away, doubles it, or gives it to another role. */
  const mutation = fc.tuple(
    fc.nat(),
    fc.nat(),
    fc.constantFrom('drop', 'double', 'drop-block', 'role', 'key'),
  );

  it('on bodies broken at random', async () => {
    const seen = { valid: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        bodies,
        fc.array(mutation, { minLength: 1, maxLength: 2 }),
        async (whole, mutations) => {
          const messages = structuredClone(whole.messages) as unknown as { role: string; content: unknown }[];
          for (const [where, block, how] of mutations) broken(messages, where, block, how);
          const hasApproval = JSON.stringify(messages.at(-1) ?? {}).includes('approval-response');
          fc.pre(!hasApproval);
          const body = { ...whole, messages };
          const refusal = await sdkRefusal(JSON.stringify(body));
          expect({ refusal, ok: !aiSdk.check(body).some(isSdkRule) }).toEqual({
            refusal,
            ok: refusal === null,
          });
          seen[refusal === null ? 'valid' : 'refused'] += 1;
        },
      ),
      { numRuns: 250 },
    );
    expect(Math.min(seen.valid, seen.refused)).toBeGreaterThan(10);
  });
});

function broken(
  messages: { role: string; content: unknown }[],
  where: number,
  block: number,
  how: string,
): void {
  const index = where % Math.max(1, messages.length);
  const message = messages[index];
  if (!message) return;
  const blocks = Array.isArray(message.content) ? (message.content as Record<string, unknown>[]) : [];
  const chosen = blocks[block % Math.max(1, blocks.length)];
  if (how === 'drop') messages.splice(index, 1);
  if (how === 'double') messages.splice(index, 0, structuredClone(message));
  if (how === 'drop-block' && chosen) blocks.splice(blocks.indexOf(chosen), 1);
  if (how === 'role') message.role = ['user', 'assistant', 'tool', 'system'][block % 4] ?? 'user';
  if (how === 'key' && chosen) delete chosen[Object.keys(chosen)[where % Object.keys(chosen).length] ?? ''];
}
