import type Anthropic from '@anthropic-ai/sdk';

type Body = Pick<Anthropic.MessageCreateParamsNonStreaming, 'system' | 'messages'>;

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PDF = 'JVBERi0xLjQKJSVFT0YK';

const turns: Body = {
  messages: [
    { role: 'user', content: 'Which river runs through Vienna?' },
    { role: 'assistant', content: 'The Danube.' },
    { role: 'user', content: [{ type: 'text', text: 'And through Prague?' }] },
  ],
};

const parallelCalls: Body = {
  system: [
    { type: 'text', text: 'Answer briefly.' },
    { type: 'text', text: 'A long handbook.', cache_control: { type: 'ephemeral', ttl: '1h' } },
  ],
  messages: [
    { role: 'user', content: 'Weather in Oslo and Rome?' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look both up.' },
        { type: 'tool_use', id: 'toolu_01', name: 'weather', input: { city: 'Oslo' } },
        { type: 'tool_use', id: 'toolu_02', name: 'weather', input: { city: 'Rome' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_02', content: '21 degrees' },
        { type: 'tool_result', tool_use_id: 'toolu_01', content: 'timeout', is_error: true },
        { type: 'text', text: 'Oslo once more.', cache_control: { type: 'ephemeral' } },
      ],
    },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_03', name: 'weather', input: {} }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_03' }] },
  ],
};

const images: Body = {
  messages: [
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.jpg' } },
        { type: 'image', source: { type: 'file', file_id: 'file_011' } },
        {
          type: 'document',
          title: 'Report',
          source: { type: 'base64', media_type: 'application/pdf', data: PDF },
        },
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'plain words' },
          citations: { enabled: true },
        },
        { type: 'document', source: { type: 'content', content: 'custom words' } },
        { type: 'search_result', source: 'a', title: 'b', content: [{ type: 'text', text: 'c' }] },
        { type: 'text', text: 'What is on these?' },
      ],
    },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_shot', name: 'screenshot', input: { size: { width: 3 } } }],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_shot',
          content: [
            { type: 'text', text: 'the screen' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
          ],
        },
      ],
    },
  ],
};

const thinking: Body = {
  messages: [
    { role: 'user', content: 'How many primes below 20?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Two, three, five …', signature: 'EqQBCgIYAhIM' },
        { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3p' },
        { type: 'tool_use', id: 'toolu_p', name: 'primes', input: { below: 20 } },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_p', content: [{ type: 'text', text: '8' }] }],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '', signature: 'EqQBCgIYAhIN' },
        { type: 'text', text: 'Eight.' },
      ],
    },
    { role: 'user', content: 'Thanks' },
  ],
};

const serverTools: Body = {
  system: 'You search.',
  messages: [
    { role: 'user', content: 'Who won?' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me see.' },
        { type: 'server_tool_use', id: 'srvtoolu_01A', name: 'web_search', input: { query: 'who won' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_01A',
          content: [
            { type: 'web_search_result', url: 'https://example.com', title: 't', encrypted_content: 'Eq' },
          ],
        },
        {
          type: 'text',
          text: 'The home team.',
          citations: [
            {
              type: 'web_search_result_location',
              url: 'https://example.com',
              title: 't',
              encrypted_index: 'Eo8',
              cited_text: 'home team',
            },
          ],
        },
        { type: 'container_upload', file_id: 'file_012' },
      ],
    },
    { role: 'user', content: 'By how much?' },
    {
      role: 'assistant',
      content: [{ type: 'server_tool_use', id: 'srvtoolu_01B', name: 'web_search', input: {} }],
    },
  ],
};

/** Code that the provider runs calls a tool of the runtime; its own result comes with the next response. */
const programmaticCalls: Body = {
  messages: [
    { role: 'user', content: 'Sum the sales.' },
    {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 'srvtoolu_code', name: 'code_execution', input: { code: 'sales()' } },
        {
          type: 'tool_use',
          id: 'toolu_sales',
          name: 'sales',
          input: {},
          caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_code' },
        },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_sales', content: '[1,2]' }] },
    {
      role: 'assistant',
      content: [
        {
          type: 'tool_use',
          id: 'toolu_more',
          name: 'sales',
          input: { page: 2 },
          caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_code' },
        },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_more', content: '[3]' }] },
  ],
};

const prefilled: Body = {
  messages: [
    { role: 'user', content: 'A haiku, as JSON' },
    { role: 'assistant', content: '{"haiku":' },
  ],
};

/** What the documentation shows, in words of our own; the SDK's types agree. */
export const bodies: Readonly<Record<string, Body>> = {
  turns,
  parallelCalls,
  images,
  thinking,
  serverTools,
  programmaticCalls,
  prefilled,
};

/** Valid, but a context puts system messages first, so it does not leave as it came. */
export const withSystemMessage: Body = {
  messages: [
    { role: 'user', content: 'Hello' },
    { role: 'system', content: 'From now on in French.' },
    { role: 'assistant', content: 'Bonjour' },
    { role: 'user', content: 'Hello again' },
  ],
};
