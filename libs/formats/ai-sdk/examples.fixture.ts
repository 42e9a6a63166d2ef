import type { ModelMessage } from 'ai';

interface Body {
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

/** What the SDK's documentation describes, in values of our own. */
export const examples: Readonly<Record<string, Body>> = {
  'several turns of text': {
    system: 'You answer in one word.',
    messages: [
      { role: 'user', content: 'Capital of Norway?' },
      { role: 'assistant', content: 'Oslo' },
      { role: 'user', content: [{ type: 'text', text: 'And of Chile?' }] },
    ],
  },
  'images and files in every form': {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is on these?' },
          { type: 'image', image: PIXEL },
          { type: 'image', image: `data:image/png;base64,${PIXEL}`, mediaType: 'image/png' },
          {
            type: 'image',
            image: 'https://example.com/cat.jpg',
            providerOptions: { openai: { imageDetail: 'low' } },
          },
          {
            type: 'file',
            data: 'https://example.com/report.pdf',
            mediaType: 'application/pdf',
            filename: 'r.pdf',
          },
          { type: 'file', data: 'file-abc123', mediaType: 'application/pdf' },
          { type: 'file', data: 'JVBERi0xLjQ=', mediaType: 'application/pdf' },
        ],
      },
      { role: 'assistant', content: [{ type: 'file', data: PIXEL, mediaType: 'image/png' }] },
    ],
  },
  'parallel calls, results in one message and in two': {
    messages: [
      { role: 'user', content: 'Weather in Oslo and Lima?' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Oslo', days: 1 } },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'weather', input: { city: 'Lima' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'weather',
            output: { type: 'json', value: { t: -3 } },
          },
          {
            type: 'tool-result',
            toolCallId: 'c2',
            toolName: 'weather',
            output: { type: 'text', value: 'warm' },
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c3', toolName: 'shot', input: {} },
          { type: 'tool-call', toolCallId: 'c4', toolName: 'shot', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c3',
            toolName: 'shot',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'here' },
                { type: 'image-data', data: PIXEL, mediaType: 'image/png' },
                { type: 'file-url', url: 'https://example.com/log.txt' },
              ],
            },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c4',
            toolName: 'shot',
            output: { type: 'error-text', value: 'broken' },
          },
        ],
      },
      { role: 'assistant', content: 'Cold there, warm here.' },
    ],
  },
  'reasoning with signatures, and cache control': {
    messages: [
      {
        role: 'user',
        content: 'Prove it.',
        providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Let me see', providerOptions: { anthropic: { signature: 'c2ln' } } },
          { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'cmVk' } } },
          { type: 'text', text: '', providerOptions: { google: { thoughtSignature: 'dGg=' } } },
          { type: 'text', text: 'So it is.' },
        ],
      },
      { role: 'user', content: 'Thanks' },
    ],
  },
  'tools that the provider runs': {
    messages: [
      { role: 'user', content: 'News?' },
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            toolCallId: 'ws1',
            toolName: 'web_search',
            input: { query: 'news' },
            providerExecuted: true,
          },
          {
            type: 'tool-result',
            toolCallId: 'ws1',
            toolName: 'web_search',
            output: { type: 'json', value: [{ url: 'u' }] },
          },
          { type: 'text', text: 'None.' },
        ],
      },
      { role: 'user', content: 'Good' },
    ],
  },
  'an approval asked for, given and used': {
    messages: [
      { role: 'user', content: 'Delete it' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'd1', toolName: 'delete', input: { path: '/x' } },
          { type: 'tool-approval-request', approvalId: 'ap1', toolCallId: 'd1' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ap1', approved: true }] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'd1',
            toolName: 'delete',
            output: { type: 'json', value: null },
          },
        ],
      },
      { role: 'assistant', content: 'Gone.' },
    ],
  },
};
