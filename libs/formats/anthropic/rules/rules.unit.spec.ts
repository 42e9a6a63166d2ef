import { anthropic } from '..';
import { bodies, withSystemMessage } from '../bodies.fixture';

type Json = Record<string, unknown>;
type Change = (body: ReturnType<typeof copyOf>) => void;

/** A body with places to change: `message(at)` and `block(at, in)` are the objects themselves. */
function copyOf(name: keyof typeof bodies | 'withSystemMessage') {
  const body = structuredClone(
    name === 'withSystemMessage' ? withSystemMessage : bodies[name],
  ) as unknown as {
    system?: unknown;
    messages: Json[];
  };
  const message = (at: number): Json => body.messages[at] ?? {};
  const blocks = (at: number): Json[] => message(at)['content'] as Json[];
  const block = (at: number, nth: number): Json => blocks(at)[nth] ?? {};
  return { body, message, blocks, block };
}

const say = (role: string, content: unknown): Json => ({ role, content });
const text = (words: string): Json => ({ type: 'text', text: words });
const short = { cache_control: { type: 'ephemeral' } };
const png = (data: string): Json => ({ type: 'base64', media_type: 'image/png', data });

const breaks: readonly (readonly [
  rule: string,
  how: string,
  name: Parameters<typeof copyOf>[0],
  change: Change,
])[] = [
  ['body-shape', 'no messages', 'turns', ({ body }) => (body.messages = [])],
  ['body-shape', 'an unknown role', 'turns', ({ body }) => body.messages.push(say('tool', 'x'))],
  ['body-shape', 'a message with another key', 'turns', ({ message }) => (message(1)['id'] = 'msg_1')],
  ['body-shape', 'content that is null', 'turns', ({ message }) => (message(1)['content'] = null)],
  ['body-shape', 'a block without type', 'turns', ({ block }) => delete block(2, 0)['type']],
  ['body-shape', 'a text that is a number', 'turns', ({ block }) => (block(2, 0)['text'] = 4)],
  ['body-shape', 'a system prompt with an image', 'turns', ({ body }) => (body.system = [{ type: 'image' }])],
  ['body-shape', 'an image without source', 'images', ({ block }) => delete block(0, 0)['source']],
  ['first-role-user', 'an assistant first', 'turns', ({ body }) => body.messages.shift()],
  ['roles-alternate', 'two of the user', 'turns', ({ body }) => body.messages.push(say('user', 'x'))],
  [
    'system-message-place',
    'a user after it',
    'withSystemMessage',
    ({ message }) => (message(3)['role'] = 'system'),
  ],
  ['blocks-by-role', 'thinking of the user', 'thinking', ({ blocks, block }) => blocks(2).push(block(1, 0))],
  ['calls-answered', 'one result less', 'parallelCalls', ({ blocks }) => blocks(2).splice(1, 1)],
  ['calls-answered', 'a call at the end', 'parallelCalls', ({ body }) => body.messages.pop()],
  [
    'results-answer-calls',
    'a result too many',
    'parallelCalls',
    ({ blocks }) => blocks(4).push({ type: 'tool_result', tool_use_id: 'toolu_01' }),
  ],
  [
    'one-result-per-call',
    'a result twice',
    'parallelCalls',
    ({ blocks, block }) => blocks(4).push(block(4, 0)),
  ],
  ['results-first', 'text before a result', 'parallelCalls', ({ blocks }) => blocks(4).unshift(text('x'))],
  [
    'call-ids-unique',
    'an id again in another turn',
    'parallelCalls',
    ({ block }) => {
      block(3, 0)['id'] = 'toolu_01';
      block(4, 0)['tool_use_id'] = 'toolu_01';
    },
  ],
  [
    'call-id-pattern',
    'a colon in an id',
    'parallelCalls',
    ({ block }) => {
      block(3, 0)['id'] = 'functions.f:0';
      block(4, 0)['tool_use_id'] = 'functions.f:0';
    },
  ],
  [
    'call-id-pattern',
    'a server’s id of another kind',
    'serverTools',
    ({ block }) => (block(3, 0)['id'] = 'ws_1'),
  ],
  ['tool-name-pattern', 'a dot in a name', 'parallelCalls', ({ block }) => (block(3, 0)['name'] = 'a.b')],
  [
    'tool-name-pattern',
    'a long name',
    'parallelCalls',
    ({ block }) => (block(3, 0)['name'] = 'a'.repeat(129)),
  ],
  ['input-object', 'arguments as text', 'parallelCalls', ({ block }) => (block(3, 0)['input'] = '{}')],
  ['input-object', 'no arguments', 'parallelCalls', ({ block }) => delete block(3, 0)['input']],
  ['content-not-empty', 'an empty string', 'turns', ({ message }) => (message(0)['content'] = '')],
  ['content-not-empty', 'an empty list', 'turns', ({ message }) => (message(1)['content'] = [])],
  ['text-not-blank', 'white space', 'turns', ({ message }) => (message(1)['content'] = ' \n')],
  ['text-not-blank', 'an empty block', 'turns', ({ block }) => (block(2, 0)['text'] = '')],
  [
    'text-not-blank',
    'an empty block in a result',
    'images',
    ({ block }) => (block(2, 0)['content'] = [text('')]),
  ],
  ['text-not-blank', 'an empty block of the system', 'turns', ({ body }) => (body.system = [text('')])],
  [
    'no-trailing-space',
    'a line feed at the end',
    'prefilled',
    ({ message }) => (message(1)['content'] = 'a\n'),
  ],
  ['thinking-sealed', 'no signature', 'thinking', ({ block }) => delete block(1, 0)['signature']],
  ['thinking-sealed', 'an empty signature', 'thinking', ({ block }) => (block(1, 0)['signature'] = '')],
  ['thinking-sealed', 'no data', 'thinking', ({ block }) => delete block(1, 1)['data']],
  ['no-final-thinking', 'nothing behind a thought', 'thinking', ({ blocks }) => blocks(3).pop()],
  ['server-tools-paired', 'no result', 'serverTools', ({ blocks }) => blocks(1).splice(2, 1)],
  ['server-tools-paired', 'no call', 'serverTools', ({ blocks }) => blocks(1).splice(1, 1)],
  [
    'server-tools-paired',
    'a paused turn that is not the last',
    'serverTools',
    ({ body }) => body.messages.push(say('user', 'x')),
  ],
  [
    'error-result-text',
    'an error with nothing',
    'parallelCalls',
    ({ block }) => (block(2, 1)['content'] = ''),
  ],
  ['error-result-text', 'an error with an image', 'images', ({ block }) => (block(2, 0)['is_error'] = true)],
  [
    'cache-control-count',
    'a fifth breakpoint',
    'parallelCalls',
    ({ blocks }) => blocks(2).push(...[1, 2, 3].map(() => ({ ...text('x'), ...short }))),
  ],
  ['cache-control-place', 'on thinking', 'thinking', ({ block }) => Object.assign(block(1, 0), short)],
  [
    'cache-control-place',
    'of another kind',
    'turns',
    ({ block }) => (block(2, 0)['cache_control'] = { type: 'x' }),
  ],
  [
    'cache-control-order',
    'an hour after five minutes',
    'parallelCalls',
    ({ block }) => (block(4, 0)['cache_control'] = { type: 'ephemeral', ttl: '1h' }),
  ],
  [
    'media-source',
    'an image of SVG',
    'images',
    ({ block }) => ((block(0, 0)['source'] as Json)['media_type'] = 'image/svg+xml'),
  ],
  ['media-source', 'not base64', 'images', ({ block }) => (block(0, 0)['source'] = png('data:image/png,x'))],
  [
    'media-source',
    'an image over 10 MB',
    'images',
    ({ block }) => (block(0, 0)['source'] = png('A'.repeat(10485764))),
  ],
  [
    'media-source',
    'no https',
    'images',
    ({ block }) => (block(0, 1)['source'] = { type: 'url', url: 'http://a' }),
  ],
  [
    'media-source',
    'a text as PDF',
    'images',
    ({ block }) => ((block(0, 3)['source'] as Json)['media_type'] = 'text/html'),
  ],
  [
    'media-source',
    'an image in a result that is none',
    'images',
    ({ block }) => (block(2, 0)['content'] = [{ type: 'image', source: png('?') }]),
  ],
  [
    'image-count',
    '601 images',
    'images',
    ({ blocks, block }) => blocks(0).push(...Array.from({ length: 598 }, () => block(0, 1))),
  ],
  [
    'request-size',
    'over 32 MB',
    'turns',
    ({ block }) => (block(2, 0)['text'] = 'x'.repeat(32 * 1024 * 1024)),
  ],
];

describe('the rules', () => {
  it.each(breaks)('%s: %s', (rule, _, name, change) => {
    const copy = copyOf(name);
    expect(anthropic.check(copy.body)).toEqual([]);
    change(copy);
    expect(new Set(anthropic.check(copy.body).map((violation) => violation.rule))).toEqual(new Set([rule]));
  });

  it('are each broken above, and each name their fact and source', () => {
    expect(new Set(breaks.map(([rule]) => rule))).toEqual(new Set(anthropic.rules.map(({ name }) => name)));
    for (const { fact, source } of anthropic.rules) {
      expect(fact).toMatch(/^[A-Z].*\.$/);
      expect(source).toMatch(/^https:\/\//);
    }
  });

  it.each([
    ['a cache_control that is null', { cache_control: null }],
    ['citations', { citations: [] }],
  ])('allow %s', (_, keys) => {
    expect(anthropic.check({ messages: [say('user', [{ ...text('a'), ...keys }])] })).toEqual([]);
  });

  it('allow an assistant message at the end to be empty, and white space at the end of others', () => {
    const messages = [say('user', 'a '), say('assistant', 'b '), say('user', 'c'), say('assistant', [])];
    expect(anthropic.check({ messages })).toEqual([]);
  });

  it.each([
    null,
    4,
    'x',
    [],
    {},
    { messages: {} },
    { messages: [null, 4, [], { role: {}, content: [null, {}] }] },
  ])('find %j at fault and do not throw', (body) => {
    expect(anthropic.check(body).map(({ rule }) => rule)).toContain('body-shape');
  });
});
