import { type Message, VerbatimError } from '@verbatim/conversation';
import fc from 'fast-check';
import { anthropic } from '.';
import { JsonText } from '../json-text';
import { bodies } from './bodies.fixture';
import { toldBody } from './rendering.fixture';

function read(message: unknown): Message {
  return anthropic.decode(JsonText.parse(JSON.stringify(message)), 'messages[3]');
}

function partsOf(name: keyof typeof bodies, at: number): unknown {
  return toldBody(JSON.stringify(bodies[name]))[at]?.message.parts;
}

function problem(message: unknown): string {
  try {
    read(message);
  } catch (error) {
    return error instanceof VerbatimError ? `${error.code} ${error.message}` : String(error);
  }
  return 'none';
}

describe('reading an Anthropic message', () => {
  it('reads texts, and nothing where there is none', () => {
    expect(read({ role: 'user', content: 'a' })).toEqual({
      role: 'user',
      parts: [{ type: 'text', text: 'a' }],
    });
    expect(read({ role: 'user', content: '' }).parts).toEqual([]);
    expect(read({ role: 'assistant', content: [] }).parts).toEqual([]);
    expect(read({ format: 'anthropic', system: [{ type: 'text', text: 's' }] })).toEqual({
      role: 'system',
      parts: [{ type: 'text', text: 's' }],
    });
    expect(read({ role: 'system', content: 's' })).toEqual({
      role: 'system',
      parts: [{ type: 'text', text: 's' }],
    });
  });

  it('reads calls and results', () => {
    expect(partsOf('parallelCalls', 2)).toEqual([
      { type: 'text', text: 'I look both up.' },
      { type: 'tool-call', id: 'toolu_01', name: 'weather', arguments: '{"city":"Oslo"}' },
      { type: 'tool-call', id: 'toolu_02', name: 'weather', arguments: '{"city":"Rome"}' },
    ]);
    expect(partsOf('parallelCalls', 3)).toEqual([
      { type: 'tool-result', callId: 'toolu_02', content: [{ type: 'text', text: '21 degrees' }] },
      {
        type: 'tool-result',
        callId: 'toolu_01',
        content: [{ type: 'text', text: 'timeout' }],
        isError: true,
      },
      { type: 'text', text: 'Oslo once more.' },
    ]);
    expect(partsOf('parallelCalls', 5)).toEqual([{ type: 'tool-result', callId: 'toolu_03', content: [] }]);
  });

  it('reads images and documents by URL, data URL or id of a file', () => {
    expect(partsOf('images', 0)).toMatchObject([
      { type: 'image', url: expect.stringMatching(/^data:image\/png;base64,iVBO/), mediaType: 'image/png' },
      { type: 'image', url: 'https://example.com/a.jpg' },
      { type: 'image', url: 'file_011' },
      { type: 'file', url: 'data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK', name: 'Report' },
      { type: 'file', url: 'data:text/plain;base64,cGxhaW4gd29yZHM=', mediaType: 'text/plain' },
      { type: 'data', name: 'anthropic:document' },
      { type: 'data', name: 'anthropic:search_result' },
      { type: 'text', text: 'What is on these?' },
    ]);
    expect(partsOf('images', 2)).toMatchObject([
      {
        content: [
          { type: 'text', text: 'the screen' },
          { type: 'image', mediaType: 'image/png' },
        ],
      },
    ]);
  });

  it('reads reasoning with its seals', () => {
    expect(partsOf('thinking', 1)).toMatchObject([
      { type: 'reasoning', text: 'Two, three, five …', signature: 'EqQBCgIYAhIM' },
      { type: 'reasoning', text: '', encrypted: 'EmwKAhgBEgy3va3p' },
      { type: 'tool-call' },
    ]);
  });

  it('reads blocks of the provider’s tools, and unknown ones, as data', () => {
    expect(partsOf('serverTools', 2)).toMatchObject([
      { type: 'text' },
      { type: 'data', name: 'anthropic:server_tool_use', value: { id: 'srvtoolu_01A' } },
      { type: 'data', name: 'anthropic:web_search_tool_result' },
      { type: 'text' },
      { type: 'data', name: 'anthropic:container_upload' },
    ]);
    const others = ['mcp_tool_use', 'mcp_tool_result', 'compaction', 'of_tomorrow'].map((type) => ({ type }));
    expect(read({ role: 'assistant', content: others }).parts.map((part) => part.type)).toEqual(
      others.map(() => 'data'),
    );
    expect(read({ role: 'user', content: [{ type: 'tool_use' }] }).parts).toMatchObject([
      { type: 'data', name: 'anthropic:tool_use' },
    ]);
  });

  it('reads what a result holds beside text as text', () => {
    const content = [
      { type: 'search_result', title: 't', source: 's', content: [{ type: 'text', text: 'x' }] },
      { type: 'tool_reference', tool_name: 'f' },
    ];
    expect(
      read({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] }).parts,
    ).toMatchObject([
      {
        content: [
          { type: 'text', text: 't\ns\nx' },
          { type: 'text', text: '{"type":"tool_reference","tool_name":"f"}' },
        ],
      },
    ]);
  });

  it.each([
    [{ role: 'robot', content: '' }, 'messages[3].role: "robot" is not a role (user, assistant, system)'],
    [{ content: '' }, 'messages[3].role is missing'],
    [{ role: 'user' }, 'messages[3].content is missing'],
    [{ role: 'user', content: 4 }, 'messages[3].content: expected string or array, got number'],
    [{ role: 'user', content: [{ text: 'a' }] }, 'messages[3].content[0].type is missing'],
    [{ role: 'user', content: [{ type: 'text' }] }, 'messages[3].content[0].text is missing'],
    [{ role: 'user', content: [{ type: 'image' }] }, 'messages[3].content[0].source is missing'],
    [
      { role: 'assistant', content: [{ type: 'tool_use', name: 'f' }] },
      'messages[3].content[0].id is missing',
    ],
    [
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: '' }] },
      'messages[3].content[0].tool_use_id is empty',
    ],
    [
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text' }] }] },
      'messages[3].content[0].content[0].text is missing',
    ],
    [
      { role: 'assistant', content: [{ type: 'server_tool_use', id: ['x'], name: 'web_search' }] },
      'messages[3].content[0].id: expected string, got array',
    ],
    [{ system: 4 }, 'messages[3].system: expected string or array, got number'],
    [7, 'messages[3]: expected object, got number'],
  ])('says what is wrong in %j', (message, expected) => {
    expect(problem(message)).toBe(`event-invalid ${expected}`);
  });

  it('reads or refuses any JSON, and never crashes', () => {
    const types = fc.constantFrom('text', 'image', 'document', 'tool_use', 'tool_result', 'thinking', 'x');
    const block = fc.record(
      {
        type: types,
        text: fc.jsonValue(),
        source: fc.jsonValue(),
        content: fc.jsonValue(),
        id: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const role = fc.constantFrom('user', 'assistant', 'system');
    const message = fc.record(
      { role, content: fc.oneof(fc.array(block), fc.jsonValue()) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(message, fc.jsonValue()), (value) => {
        expect(problem(value)).toMatch(/^(none$|event-invalid messages\[3\])/);
      }),
      { numRuns: 500 },
    );
  });
});
