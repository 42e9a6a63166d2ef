import { join } from 'node:path';
import type { Provider } from '@nestjs/common';
import { PluginRunner } from '@verbatim/history-plugins';
import { LOGGER, type Logger, type ServiceContext } from '@verbatim/platform';
import { HistoryChain } from './history-chain';
import { PluginDirectory } from './plugin-directory';
import { PluginWatch } from './plugin-watch';

export function pluginProviders({ configuration: { data, plugins } }: ServiceContext): Provider[] {
  const { milliseconds } = plugins;
  return [
    {
      provide: PluginDirectory,
      inject: [LOGGER],
      useFactory: (logger: Logger) =>
        new PluginDirectory(plugins.folder ?? join(data, 'plugins'), {
          milliseconds,
          onProblem: (file, problem) => logger.warn({ file, ...problem }, 'a history plugin cannot be used'),
        }),
    },
    {
      provide: PluginWatch,
      inject: [PluginDirectory],
      useFactory: (directory: PluginDirectory) => new PluginWatch(directory),
    },
    { provide: PluginRunner, useFactory: () => new PluginRunner(milliseconds) },
    {
      provide: HistoryChain,
      inject: [PluginDirectory, PluginRunner],
      useFactory: (directory: PluginDirectory, runner: PluginRunner) => new HistoryChain(directory, runner),
    },
  ];
}
