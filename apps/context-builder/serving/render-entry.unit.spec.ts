import { summaryText, type ConversationCheckpoint, type Entry, type Message } from '@verbatim/conversation';
import { format } from '@verbatim/formats';
import { ENGINE } from './engine';
import { renderEntry } from './render-entry';

const checkpoint: ConversationCheckpoint = {
  id: 'e9',
  kind: 'bulk',
  topic: 'b1',
  range: { from: 1, to: 30, fromMessage: 'e1', toMessage: 'e30', messages: { from: 0, to: 30 } },
  status: 'active',
  summary: 'in short',
  strategy: 'llm',
  mode: 'layered',
  supersedes: [],
  basis: 40,
  policyVersion: 'v',
  summarizer: 'openai:gpt-4o-mini',
  tokensBefore: 900,
  tokensAfter: 20,
  decidedAt: 41,
  recordedAt: 41,
  createdAt: '2026-01-02T03:04:05Z',
  refusal: null,
  record: {
    made: 'extractive',
    trust: 'tool',
    loss: { found: 4, carried: 3, share: 0.75, kinds: {}, missing: ['/etc/hosts'] },
    rejected: [{ code: 'empty', detail: 'no text' }],
  },
  usage: null,
};
const summary = (shown: ConversationCheckpoint): Entry => ({
  kind: 'summary',
  event: shown.id,
  role: 'user',
  tokens: 30,
  checkpoint: shown,
  text: summaryText(shown),
});
const rendered = (entry: Entry, target: 'ai-sdk-ui' | 'openai-chat', engine = ENGINE) => {
  const { segment } = renderEntry(entry, { texts: new Map(), out: format(target), model: 'm', engine });
  return { metadata: segment?.metadata, message: JSON.parse(segment?.text ?? 'null') as object };
};

it('a summary says what it stands for, how it was made, its trust and what it carries', () => {
  const metadata = {
    __summary__: true,
    __created_at__: '2026-01-02T03:04:05Z',
    __summarized_range__: 'messages_0_to_30',
    removed: 30,
    kind: 'bulk',
    topic: 'b1',
    made: 'extractive',
    trust: 'tool',
    loss: { found: 4, carried: 3, share: 0.75 },
  };
  const { metadata: ofSegment, message } = rendered(summary(checkpoint), 'ai-sdk-ui');
  expect(ofSegment).toEqual(metadata);
  expect(message).toMatchObject({ metadata });
  expect(rendered(summary(checkpoint), 'openai-chat')).toEqual({
    metadata,
    message: { role: 'user', content: summaryText(checkpoint) },
  });
});

it('of a checkpoint from before these were recorded it says what is known', () => {
  const before = { ...checkpoint, kind: 'checkpoint' as const, topic: null, record: {} };
  expect(rendered(summary(before), 'openai-chat').metadata).toEqual({
    __summary__: true,
    __created_at__: '2026-01-02T03:04:05Z',
    __summarized_range__: 'messages_0_to_30',
    removed: 30,
  });
});

it('a message of engine 3 and before is made again with the members that say nothing', () => {
  const text = '{"role":"assistant","content":"hi","refusal":null,"tool_calls":null,"annotations":[]}';
  const message: Message = { role: 'assistant', parts: [{ type: 'text', text: 'hi' }] };
  const entry: Entry = {
    kind: 'pending',
    event: 'e1',
    role: 'assistant',
    tokens: 3,
    parts: null,
    calls: new Map(),
    source: { id: 'e1', message, tokens: 3 },
  };
  const textOf = (engine: number) =>
    renderEntry(entry, { texts: new Map([['e1', text]]), out: format('openai-chat'), model: 'm', engine });
  expect(textOf(3)).toMatchObject({ segment: { text }, repairs: [] });
  expect(textOf(4)).toMatchObject({
    segment: { text: '{"role":"assistant","content":"hi"}' },
    repairs: [{ code: 'unused-members', event: 'e1' }],
  });
});

it('a body of engine 2 is made again as it was: without metadata', () => {
  expect(rendered(summary(checkpoint), 'ai-sdk-ui', 2).message).not.toHaveProperty('metadata');
});
