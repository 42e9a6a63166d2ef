import { join } from 'node:path';
import { fitContext, type ModelSwitch } from '@verbatim/conversation';
import {
  assistant,
  contextOptions,
  foldAll,
  lines,
  modelEntry,
  toolLoop,
  user,
  viewOf,
} from '@verbatim/conversation/testing';
import { PluginRunner } from '@verbatim/history-plugins';
import { HistoryChain } from './history-chain';
import { PluginDirectory } from './plugin-directory';

const examples = join(__dirname, '../../../docs/plugins');
const runner = new PluginRunner(20_000);

afterAll(() => runner.onApplicationShutdown());

const conversation = foldAll([...toolLoop(4), assistant('x'.repeat(50)), user('now')]);
const entry = modelEntry();

/** A conversation of four tool turns and a long reply, through the example of docs/plugins.md. */
async function through(options: Record<string, unknown>, modelSwitch: ModelSwitch | null = null) {
  const { head } = conversation;
  const plugins = [
    { name: 'default', options: {} },
    { name: 'recent-tools', options },
  ];
  const policy = { ...head.policy, document: { ...head.policy.document, plugins } };
  const chain = new HistoryChain(new PluginDirectory(examples), runner);
  const model = { requested: entry.id, entry };
  const request = { model, ...contextOptions({}) };
  const { view, outcomes } = await chain.run(viewOf(conversation), { ...head, policy, modelSwitch }, request);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied']);
  return lines(fitContext(view, contextOptions({})));
}

it('leaves out all but the newest tool turns', async () => {
  const shown = await through({ keep: 2 });
  expect(shown.filter((line) => line.startsWith('tool:'))).toEqual(['tool: result 3', 'tool: result 4']);
});

it('shortens long replies', async () => {
  expect(await through({ longest: 20 })).toContain(`assistant: ${'x'.repeat(20)}`);
});

it('shortens them further for a smaller model', async () => {
  const sized = (tokens: number) => ({ ...entry, maxContext: { tokens } });
  const modelSwitch = { position: 1, from: sized(2000), to: sized(1000) };
  expect(await through({ longest: 20 }, modelSwitch)).toContain(`assistant: ${'x'.repeat(10)}`);
});
