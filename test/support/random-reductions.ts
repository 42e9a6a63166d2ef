import * as fc from 'fast-check';
import type { PolicyDocument } from '@verbatim/conversation';

/** What one step of a random conversation does. Ids of its events come from its place, so that no two are the same. */
export type ReductionStep =
  | { readonly kind: 'events'; readonly events: readonly { readonly type: string; readonly data: object }[] }
  | { readonly kind: 'assign'; readonly policy: PolicyDocument }
  | { readonly kind: 'revoke'; readonly which: number }
  | { readonly kind: 'compact'; readonly what: string | undefined }
  | { readonly kind: 'context'; readonly request: object }
  | { readonly kind: 'wait' };

const unlimited = { limitRequests: null, limitInput: null, limitOutput: null };

/** Every preset, so small that a few messages make work due. */
export const smallPolicies: readonly PolicyDocument[] = [
  { preset: 'window-only' },
  {
    preset: 'agentkit',
    summarization: { triggerAt: 8, keepRecent: 3, retriggerAt: 6 },
    toolResults: { preset: 'react' },
  },
  {
    history: { triggerAt: 6, keepRecent: 2, retriggerAt: 4, mergeSummariesAt: 3 },
    toolResults: { keepRecent: 1 },
  },
  { preset: 'hpd-counting', targetMessageCount: 4, summarizationThreshold: 2 },
  { preset: 'hpd-summarizing', targetMessageCount: 4, summarizationThreshold: 1 },
  { preset: 'hpd-summarizing', strategy: 'token-based', targetTokenCount: 300, thresholdTokenCount: 100 },
  { history: { unit: 'share', triggerAt: 0.4, keepRecent: 0.1, retriggerAt: 0.3 } },
  { preset: 'chainlite', compaction: { postRun: { mode: 'simple', truncationThreshold: 300 } } },
  {
    preset: 'chainlite',
    compaction: {
      postRun: { mode: 'auto', truncationThreshold: 300 },
      inRun: { mode: 'auto', truncationThreshold: 200, startIter: 2, startRun: 1 },
    },
  },
  {
    preset: 'agent-zero',
    contextLength: 800,
    contextHistoryRatio: 0.5,
    topicsKeepCount: 1,
    newTopicOn: 'user-message',
    ...unlimited,
    utility_model: { ctx_length: 128_000 },
    toolResults: {
      compaction: { inRun: { mode: 'simple', truncationThreshold: 400, startIter: 1, startRun: 1 } },
    },
  },
  {
    preset: 'agent-zero',
    contextLength: 2_000,
    contextHistoryRatio: 0.5,
    topicsKeepCount: 2,
    ...unlimited,
    utility_model: { ctx_length: 128_000 },
  },
  {
    preset: 'agent-mcp',
    chain: ['default', 'token-budget', 'role-pair-enforcer'],
    history: { triggerAt: 10, keepRecent: 4, retriggerAt: 6 },
  },
];

const event = (type: string, data: object): ReductionStep => ({ kind: 'events', events: [{ type, data }] });
const message = (data: object): { type: string; data: object } => ({ type: 'MessageAppended', data });
const policyStep = fc
  .constantFrom(...smallPolicies)
  .map((policy): ReductionStep => ({ kind: 'assign', policy }));

/** Characters: nothing, a word, a paragraph, what is long enough to be cut or summarised. */
const text = fc
  .tuple(fc.constantFrom(0, 8, 8, 60, 60, 250, 700, 3_500, 6_000), fc.nat(999))
  .map(([length, mark]) => (length === 0 ? '' : `${mark} ${'word '.repeat(length / 5)}`));

const marks = fc.record(
  { runId: fc.constantFrom('r', 's'), iteration: fc.constantFrom(1, 2, 3) },
  { requiredKeys: [] },
);
const callIds = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 });

const calling = (ids: readonly string[]): object => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
});
const output = (id: string, content: string): object => ({ role: 'tool', tool_call_id: id, content });

const turn = fc.tuple(text, text).map(([asked, said]): ReductionStep => ({
  kind: 'events',
  events: [message({ role: 'user', content: asked }), message({ role: 'assistant', content: said })],
}));

const toolTurn = fc
  .tuple(callIds, fc.array(text, { minLength: 3, maxLength: 3 }), fc.nat(3), marks)
  .map(([ids, outputs, answered, marked]): ReductionStep => {
    const results = ids.slice(0, Math.max(answered, ids.length - 1));
    return {
      kind: 'events',
      events: [
        message({ ...calling(ids), ...marked }),
        ...results.map((id, at) => message({ ...output(id, outputs[at] ?? ''), ...marked })),
      ],
    };
  });

const started = fc
  .constantFrom({ topic: 'a', title: 'About a' }, { topic: 'b' }, {})
  .map((data) => event('TopicStarted', data));

const switched = fc.constantFrom(300, 1_000, 8_000, null).map((tokens) => {
  const to = tokens === null ? 'gpt-4o' : `window-${tokens}`;
  const entry = { id: to, provider: 'openai', maxContext: { tokens } };
  return event('ModelSwitched', tokens === null ? { to } : { to, entry });
});

/** Which no context depends on; the store holds it as the fold does. */
const described = fc
  .record(
    {
      title: fc.constantFrom('a \0', null),
      metadata: fc.dictionary(fc.constantFrom('k', 'l \ud800'), fc.constantFrom('x', 1.5, true, null)),
    },
    { requiredKeys: [] },
  )
  .map((data) => event('ConversationDescribed', data));

const requests = fc.record({
  openCalls: fc.constant('placeholder'),
  target: fc.constantFrom(
    'openai-chat',
    'anthropic',
    'ai-sdk-ui',
    'agent-zero',
    'openai-responses',
    'ai-sdk',
  ),
  budget: fc.record({ tokens: fc.integer({ min: 300, max: 4_000 }) }, { requiredKeys: [] }),
});

const step: fc.Arbitrary<ReductionStep> = fc.oneof(
  { weight: 10, arbitrary: turn },
  { weight: 10, arbitrary: toolTurn },
  { weight: 4, arbitrary: text.map((said) => event('MessageAppended', { role: 'user', content: said })) },
  {
    weight: 3,
    arbitrary: text.map((said) => event('MessageAppended', { role: 'assistant', content: said })),
  },
  { weight: 2, arbitrary: text.map((said) => event('MessageAppended', output('a', said))) },
  { weight: 1, arbitrary: text.map((said) => event('MessageAppended', { role: 'system', content: said })) },
  { weight: 3, arbitrary: started },
  { weight: 2, arbitrary: switched },
  { weight: 2, arbitrary: described },
  { weight: 1, arbitrary: fc.constantFrom('r', 's').map((runId) => event('RunStarted', { runId })) },
  { weight: 1, arbitrary: fc.constantFrom('r', 's').map((runId) => event('RunCompleted', { runId })) },
  { weight: 3, arbitrary: policyStep },
  { weight: 2, arbitrary: fc.nat(9).map((which): ReductionStep => ({ kind: 'revoke', which })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('large', 'attention', 'topic', 'bulks', undefined)
      .map((what): ReductionStep => ({ kind: 'compact', what })),
  },
  { weight: 4, arbitrary: requests.map((request): ReductionStep => ({ kind: 'context', request })) },
  { weight: 3, arbitrary: fc.constant<ReductionStep>({ kind: 'wait' }) },
);

/** Conversations of all kinds of messages under one policy after another, with the summarizer at work all the time. */
export const reductionHistories: fc.Arbitrary<readonly ReductionStep[]> = fc
  .tuple(policyStep, fc.array(step, { minLength: 20, maxLength: 45, size: 'max' }))
  .map(([first, rest]) => [first, ...rest]);
