import type { Message, Part } from '@verbatim/conversation';
import { anthropic } from '.';
import { bodies } from './bodies.fixture';
import {
  canonical,
  encoded,
  MODEL,
  rendered,
  renderedInPieces,
  sent,
  told,
  toldBody,
} from './rendering.fixture';

const native = (message: unknown) => told(anthropic, 'anthropic', JSON.stringify(message));
const of = (role: Message['role'], ...parts: Part[]) => canonical({ role, parts });
const text = (words: string) => ({ type: 'text' as const, text: words });

describe('a message that says nothing', () => {
  it.each([
    ['a canonical one', of('user')],
    ['white space', native({ role: 'user', content: ' \n' })],
    ['an empty list', native({ role: 'user', content: [] })],
    ['what is lost', of('user', { type: 'data', name: 'x', value: 1 })],
  ])('of the user leaves with a text: %s', (_, one) => {
    const { messages, repairs } = sent(one);
    expect(messages).toEqual([{ role: 'user', content: '[Empty message]' }]);
    expect(repairs).toContain('empty-content');
    expect(rendered([one]).violations).toEqual([]);
  });

  it('of an assistant, or a piece of a message, does not leave', () => {
    expect(sent(native({ role: 'assistant', content: ' ' }))).toEqual({
      messages: [],
      losses: [],
      repairs: ['empty-text 0'],
    });
    expect(sent(native({ role: 'user', content: [text('')] }), { parts: [0] }).messages).toEqual([]);
  });
});

describe('an Anthropic message', () => {
  const told4 = native({
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'a', content: 'r', cache_control: { type: 'ephemeral' } },
      text('x'),
      { ...text('y'), citations: null },
    ],
  });

  it('leaves in part with its blocks as they came', () => {
    expect(encoded(told4, { parts: [2], role: 'user' }).text).toBe(
      '{"role":"user","content":[{"type":"text","text":"y","citations":null}]}',
    );
  });

  it('shows a replacement in place of a result’s content or of the text, and keeps every other key', () => {
    expect(encoded(told4, { parts: [0], role: 'tool', replacement: '[Omitted]' }).text).toBe(
      '{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"[Omitted]","cache_control":{"type":"ephemeral"}}]}',
    );
    expect(sent(told4, { parts: [1, 2], replacement: 'short' }).messages).toEqual([
      { role: 'user', content: [text('short')] },
    ]);
    expect(sent(native({ role: 'user', content: 'long' }), { replacement: 'short' }).messages).toEqual([
      { role: 'user', content: [text('short')] },
    ]);
    const image = { type: 'image', source: { type: 'url', url: 'https://a' } };
    expect(
      sent(native({ role: 'user', content: [image, text('long')] }), { replacement: 'short' }).messages,
    ).toEqual([{ role: 'user', content: [image, text('short')] }]);
  });

  it('gives reasoning back to its own model only', () => {
    const content = [
      { type: 'thinking', thinking: 't', signature: 's' },
      { type: 'redacted_thinking', data: 'd', cache_control: { type: 'ephemeral' } },
      { type: 'thinking', thinking: 'unsigned' },
      text('a'),
    ];
    const said = (model?: string) => native({ role: 'assistant', content, ...(model && { model }) });
    expect(sent(said(MODEL))).toEqual({
      messages: [
        { role: 'assistant', content: [content[0], { type: 'redacted_thinking', data: 'd' }, content[3]] },
      ],
      losses: ['part-not-carried 2'],
      repairs: ['cache-control-removed 1'],
    });
    expect(sent(said('claude-other')).losses).toEqual([
      'reasoning-bound 0',
      'reasoning-bound 1',
      'part-not-carried 2',
    ]);
    expect(sent(said('claude-other')).messages).toEqual([{ role: 'assistant', content: [content[3]] }]);
  });

  it('loses what the provider refuses', () => {
    const refused = native({
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: 'AAAA' } },
        { type: 'document', source: { type: 'url', url: 'http://a' } },
        { type: 'tool_use', id: 'a' },
        {
          type: 'tool_result',
          tool_use_id: 'a',
          is_error: true,
          content: [text(''), { type: 'image', source: { type: 'url', url: 'https://a' } }],
        },
        text('x'),
      ],
    });
    expect(sent(refused)).toMatchObject({
      messages: [{ content: [{ content: '[No content]' }, text('x')] }],
      losses: [0, 1, 2, 3].map((part) => `part-not-carried ${part}`),
      repairs: ['empty-text 3', 'empty-content 3'],
    });
    const server = { type: 'server_tool_use', id: 'ws_1', name: 'web_search', input: {} };
    expect(sent(native({ role: 'assistant', content: [server, text('x')] })).losses).toEqual([
      'part-not-carried 0',
    ]);
  });

  it('has calls with ids, names and input that are taken', () => {
    const content = [{ type: 'tool_use', id: 'a:1', name: 'b.c', input: 'text', caller: { type: 'direct' } }];
    expect(sent(native({ role: 'assistant', content }))).toMatchObject({
      messages: [{ content: [{ name: 'b_c', input: { arguments: '"text"' }, caller: { type: 'direct' } }] }],
      repairs: ['call-id-changed 0', 'tool-name-changed 0', 'arguments-wrapped 0'],
    });
  });
});

describe('a context', () => {
  it('is the same whether a message leaves whole or in pieces', () => {
    const all = toldBody(JSON.stringify(bodies['parallelCalls']));
    expect(renderedInPieces(all).body).toEqual(rendered(all).body);
  });
});
