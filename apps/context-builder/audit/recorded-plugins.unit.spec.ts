import {
  assistant,
  contextOptions,
  countTokens,
  foldAll,
  lines,
  roomy,
  user,
  viewOf,
} from '@verbatim/conversation/testing';
import { fitContext } from '@verbatim/conversation';
import { receiptSchema, type Receipt } from '../serving/receipt';
import { sha256Of } from '../serving/sha256';
import { recordedPluginViews } from './recorded-plugins';

const view = viewOf(foldAll([user('one'), assistant('two'), user('three')]));
const options = { limits: roomy, count: countTokens, openCalls: 'placeholder' } as const;

/** The view as plugins on record left it, with the texts that are stored. */
async function rebuilt(plugins: unknown, ...stored: string[]): Promise<string[]> {
  const read = receiptSchema.shape.plugins.parse(plugins);
  const kept = new Map(stored.map((text) => [sha256Of(text), Buffer.from(text)]));
  const views = await recordedPluginViews(view, { plugins: read } as Receipt, options, () =>
    Promise.resolve(kept),
  );
  return lines(fitContext(views.at(-1)?.view ?? view, contextOptions({})));
}

const plugin = (effects: object) => ({
  name: 'own',
  outcome: 'applied',
  effects: [{ dropped: [], cut: [], merged: [], ...effects }],
});

it('a receipt of before there were chains leaves the view as it is', async () => {
  expect(await rebuilt([{ name: 'default', outcome: 'applied' }])).toEqual([
    'user: one',
    'assistant: two',
    'user: three',
  ]);
});

it('what plugins did is done again, in their order', async () => {
  const merged = [{ id: 'e1', with: ['e3'], sha256: sha256Of('one three') }];
  const cut = [{ id: 'e1', sha256: sha256Of('one') }];
  const plugins = [plugin({ dropped: ['e2'] }), plugin({ merged }), plugin({ cut })];
  expect(await rebuilt(plugins, 'one three', 'one')).toEqual(['user: one']);
});

it('a text that is not stored, or another than on record, is named', async () => {
  const cut = [{ id: 'e1', sha256: sha256Of('on') }];
  await expect(rebuilt([plugin({ cut })])).rejects.toThrow('is not stored as it was');
});

it.each([
  ['an element that is not in the view', { dropped: ['e9'] }, 'e9, which is not in this view'],
  ['one that must be shown', { dropped: ['e3'] }, 'e3 must be shown, own left it out'],
])('effects on %s are no receipt of this conversation', async (_, effects, problem) => {
  await expect(rebuilt([plugin(effects)])).rejects.toThrow(problem);
});
