import type { UIMessage } from 'ai';

/** What the SDK's documentation describes, in values of our own. */
export const examples: Readonly<Record<string, readonly UIMessage[]>> = {
  'turns of text, with metadata': [
    { id: 's1', role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }], metadata: { sent: 1700000000000 } },
    {
      id: 'a1',
      role: 'assistant',
      parts: [{ type: 'step-start' }, { type: 'text', text: 'Hello', state: 'done' }],
    },
  ],
  'files by URL and inline': [
    {
      id: 'u1',
      role: 'user',
      parts: [
        { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
        { type: 'file', mediaType: 'application/pdf', url: 'https://example.com/a.pdf', filename: 'a.pdf' },
        { type: 'data-place', data: { lat: 1 } },
        { type: 'text', text: 'What is this?' },
      ],
    },
  ],
  'steps with parallel tools, reasoning and sources': [
    { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Weather in Oslo and Lima?' }] },
    {
      id: 'a1',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: 'Two cities', providerMetadata: { anthropic: { signature: 'c2ln' } } },
        {
          type: 'tool-weather',
          toolCallId: 'c1',
          state: 'output-available',
          input: { city: 'Oslo' },
          output: { t: -3 },
        },
        {
          type: 'tool-weather',
          toolCallId: 'c2',
          state: 'output-error',
          input: { city: 'Lima' },
          errorText: 'down',
        },
        { type: 'step-start' },
        {
          type: 'dynamic-tool',
          toolName: 'search',
          toolCallId: 'c3',
          state: 'output-available',
          input: { q: 'Lima' },
          output: 'warm',
          callProviderMetadata: { google: { thoughtSignature: 'dGg=' } },
        },
        { type: 'source-url', sourceId: 'x', url: 'https://example.com' },
        { type: 'step-start' },
        { type: 'text', text: 'Cold there, warm here.' },
      ],
    },
    { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'Thanks' }] },
  ],
  'approvals given and denied': [
    { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Delete both' }] },
    {
      id: 'a1',
      role: 'assistant',
      parts: [
        {
          type: 'tool-delete',
          toolCallId: 'd1',
          state: 'output-available',
          input: { path: '/x' },
          output: null,
          approval: { id: 'p1', approved: true },
        },
        {
          type: 'tool-delete',
          toolCallId: 'd2',
          state: 'output-denied',
          input: { path: '/y' },
          approval: { id: 'p2', approved: false, reason: 'keep it' },
        },
      ],
    },
  ],
  'tools of the provider, and a call cut off': [
    { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'News?' }] },
    {
      id: 'a1',
      role: 'assistant',
      parts: [
        {
          type: 'tool-web_search',
          toolCallId: 'w1',
          state: 'output-available',
          input: { q: 'news' },
          output: [],
          providerExecuted: true,
        },
        { type: 'text', text: 'None yet.' },
        { type: 'tool-read', toolCallId: 'r1', state: 'input-streaming', input: { pa: 'x' } },
      ],
    },
  ],
};
