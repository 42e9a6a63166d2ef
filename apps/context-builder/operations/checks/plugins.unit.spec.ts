import type { PluginItem } from '../../plugins/plugin-directory';
import { historyPlugins } from './plugins';

const shipped: PluginItem = {
  name: 'default',
  source: 'shipped',
  file: null,
  version: 'engine-3',
  hooks: null,
  problem: null,
  code: null,
};
const good: PluginItem = {
  ...shipped,
  name: 'a',
  source: 'file',
  file: 'plugin_history_a.mjs',
  hooks: ['process'],
};
const broken: PluginItem = {
  ...good,
  file: 'history_b.mjs',
  hooks: null,
  problem: 'rename it',
  code: 'plugin-misnamed',
};

it('is content with a folder whose files can be used, and with none', () => {
  expect(historyPlugins([shipped]).status).toBe('ok');
  expect(historyPlugins([shipped, good])).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/^1 /),
  });
});

it('names each file that cannot be used, why, and what to do', () => {
  expect(historyPlugins([shipped, good, broken])).toMatchObject({
    check: 'plugins',
    status: 'warning',
    detail: expect.stringContaining('history_b.mjs: rename it'),
    remedy: expect.stringContaining('verbatim plugins check'),
  });
});
