import { join } from 'node:path';
import type { Provider } from '@nestjs/common';
import type { ServiceContext } from '@verbatim/platform';
import { HistoryChain } from './history-chain';
import { PluginDirectory } from './plugin-directory';
import { PluginRunner } from './plugin-runner';

export function pluginProviders({ configuration: { data, plugins } }: ServiceContext): Provider[] {
  return [
    {
      provide: PluginDirectory,
      useFactory: () => new PluginDirectory(plugins.folder ?? join(data, 'plugins')),
    },
    { provide: PluginRunner, useFactory: () => new PluginRunner(plugins.milliseconds) },
    {
      provide: HistoryChain,
      inject: [PluginDirectory, PluginRunner],
      useFactory: (directory: PluginDirectory, runner: PluginRunner) => new HistoryChain(directory, runner),
    },
  ];
}
