import type { ChatCompletionCreateParamsNonStreaming as Request } from 'openai/resources/chat/completions';

type Body = Pick<Request, 'messages'>;

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Requests of every documented kind, typed by the provider's own package. */
export const corpus: Readonly<Record<string, Body>> = {
  'several turns': {
    messages: [
      { role: 'developer', content: 'Answer in one line.' },
      { role: 'user', content: 'Which port does the projector use?', name: 'ada' },
      { role: 'assistant', content: '8081.' },
      { role: 'user', content: [{ type: 'text', text: 'And the summariser?' }] },
    ],
  },
  'parallel calls': {
    messages: [
      { role: 'system', content: 'You look at logs.' },
      { role: 'user', content: 'Compare the lag of both groups.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'lag', arguments: '{"group": "a", "limit": 9007199254740993}' },
          },
          {
            id: 'call_2',
            type: 'function',
            function: { name: 'lag', arguments: '{ "group":"b", "ratio": 1.0 }' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_2', content: '14' },
      { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: '3' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Group b lags more.' }] },
    ],
  },
  images: {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What changed between these?' },
          { type: 'image_url', image_url: { url: 'https://example.com/before.png', detail: 'low' } },
          { type: 'image_url', image_url: { url: PIXEL } },
        ],
      },
    ],
  },
  'sound and files': {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
          { type: 'file', file: { file_id: 'file-abc123' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
        ],
      },
      { role: 'assistant', audio: { id: 'audio_abc123' } },
      { role: 'user', content: 'Again, please.' },
    ],
  },
  'a refusal and a custom tool': {
    messages: [
      { role: 'user', content: 'Break in.' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'I will not.' }] },
      { role: 'user', content: 'Then list the files.' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_3', type: 'custom', custom: { name: 'shell', input: 'ls -l\n' } }],
      },
      { role: 'tool', tool_call_id: 'call_3', content: 'README.md' },
    ],
  },
};
