import type { Provider } from '@nestjs/common';
import { ModelDirectory, type ConversationReader, type ReceiptStore } from '@verbatim/conversation-store';
import { limitsOf, type ServiceContext } from '@verbatim/platform';
import { TiktokenCounter } from '@verbatim/tokens';
import { PolicyService } from '../configuration/policy-service';
import { HistoryChain } from '../plugins/history-chain';
import { READER, RECEIPTS } from '../tokens';
import { PluginInputService } from './plugin-input-service';
import { TrialService } from './trial-service';

/** Policies and plugins that are tried without any effect. */
export function trialProviders({ configuration }: ServiceContext): Provider[] {
  const { ceiling } = configuration.window;
  return [
    {
      provide: TrialService,
      inject: [READER, RECEIPTS, ModelDirectory, TiktokenCounter, HistoryChain, PolicyService],
      useFactory: (
        reader: ConversationReader,
        receipts: ReceiptStore,
        models: ModelDirectory,
        counter: TiktokenCounter,
        plugins: HistoryChain,
        policies: PolicyService,
      ) => new TrialService({ reader, receipts, models, counter, plugins, policies, configuration, ceiling }),
    },
    {
      provide: PluginInputService,
      inject: [READER, ModelDirectory, TiktokenCounter, HistoryChain],
      useFactory: (
        reader: ConversationReader,
        models: ModelDirectory,
        counter: TiktokenCounter,
        plugins: HistoryChain,
      ) =>
        new PluginInputService({
          reader,
          models,
          counter,
          plugins,
          ceiling,
          limits: limitsOf(configuration),
        }),
    },
  ];
}
