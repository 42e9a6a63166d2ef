import type { FormatName } from '@verbatim/conversation';
import { ContextRig } from '../../../test/support/in-process/context-rig';

const rig = new ContextRig();

/** The same conversation as a producer of each format writes it: two users' messages in a row, a long one, a reply. */
const said: Record<
  FormatName,
  readonly [user: (text: string) => object, assistant: (text: string) => object]
> = {
  'openai-chat': [
    (text) => ({ role: 'user', content: text }),
    (text) => ({ role: 'assistant', content: [{ type: 'text', text }] }),
  ],
  'openai-responses': [
    (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
    (text) => ({
      type: 'message',
      id: `msg_${text.length}`,
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [] }],
    }),
  ],
  anthropic: [
    (text) => ({ role: 'user', content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] }),
    (text) => ({ role: 'assistant', content: text }),
  ],
  'ai-sdk': [
    (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
    (text) => ({ role: 'assistant', content: text }),
  ],
  'ai-sdk-ui': [
    (text) => ({ id: `u${text.length}`, role: 'user', parts: [{ type: 'text', text }] }),
    (text) => ({ id: `a${text.length}`, role: 'assistant', parts: [{ type: 'text', text, state: 'done' }] }),
  ],
  'agent-zero': [(text) => ({ ai: false, content: text }), (text) => ({ ai: true, content: text })],
};
const targets = Object.keys(said) as FormatName[];
const pairs = targets.flatMap((from) => targets.map((to): [FormatName, FormatName] => [from, to]));

/** Of this format two replies in a row are one turn already. */
const reply = ['message', 'assistant'];

async function conversation(format: FormatName, plugins: readonly unknown[]) {
  const [user, assistant] = said[format];
  const made = rig.conversation(`${format}-${plugins.length}`);
  made.assign({ plugins });
  for (const message of [
    user('ALPHA'),
    user('BETA'),
    assistant('GAMMA'),
    assistant('DELTA'),
    user('omega '.repeat(400)),
  ]) {
    expect(await made.append(JSON.stringify({ format, ...message }))).toBeNull();
  }
  return made;
}

it.each(pairs)('messages in %s that were joined and cut leave in %s as valid ones', async (from, to) => {
  const plugins = ['role-pair-enforcer', { name: 'token-budget', options: { tokenBudget: 200 } }];
  const { bodyText, segments, losses } = await rig.render(await conversation(from, plugins), to);
  expect(segments.map(({ kind, role }) => [kind, role])).toEqual([['replacement', 'user']]);
  expect(bodyText.match(/omega/g)?.length).toBeGreaterThan(100);
  expect(bodyText).toMatch(/… \[\d+ characters omitted, ref=/);
  expect(losses.map(({ code }) => code)).toEqual([
    ...(from === 'openai-responses' ? ['plugin-merged'] : ['plugin-merged', 'plugin-merged']),
    'plugin-dropped',
    'plugin-dropped',
    'plugin-cut',
  ]);
});

it.each(pairs)('messages in %s that were joined leave in %s with both texts', async (from, to) => {
  const made = await conversation(from, ['role-pair-enforcer']);
  const { bodyText, segments } = await rig.render(made, to);
  expect(segments.map(({ kind, role }) => [kind, role])).toEqual([
    ['replacement', 'user'],
    ...(from === 'openai-responses' ? [reply, reply] : [['replacement', 'assistant']]),
    ['message', 'user'],
  ]);
  expect(segments[0]?.metadata).toEqual({ merged: [segments[0]?.event, 'm3'] });
  expect(bodyText).toContain('ALPHA\\n\\nBETA');
  expect(bodyText.includes('GAMMA\\n\\nDELTA')).toBe(from !== 'openai-responses');
  expect(bodyText.match(/ALPHA|BETA|GAMMA|DELTA/g)).toHaveLength(4);
});
