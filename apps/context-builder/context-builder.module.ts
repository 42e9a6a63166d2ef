import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import {
  ModelDirectory,
  openSigningKeys,
  PostgresAnalyticsReader,
  PostgresCompactionRequests,
  PostgresConfigurationStore,
  PostgresConversationReader,
  PostgresReceiptStore,
  type AnalyticsReader,
  type ConfigurationStore,
  type ConversationReader,
  type ReceiptStore,
} from '@verbatim/conversation-store';
import { EVENT_LOG, openEventLog, SigningKeys, type EventLog } from '@verbatim/event-log';
import {
  databaseBoundsOf,
  kafkaConnectionOf,
  limitsOf,
  LOGGER,
  PlatformModule,
  type Logger,
  type ServiceContext,
} from '@verbatim/platform';
import { Database, PostgresModule } from '@verbatim/postgres';
import { TiktokenCounter } from '@verbatim/tokens';
import { AppendService } from './appending/append-service';
import { DescriptionService } from './appending/description-service';
import { KnownService } from './appending/known-service';
import { EventPublisher } from './appending/event-publisher';
import { AuditService } from './audit/audit-service';
import { PolicyCatalogue } from './configuration/policy-catalogue';
import { PolicyService } from './configuration/policy-service';
import { settingsProviders } from './configuration/providers';
import { AnalyticsController } from './http/analytics.controller';
import { AppendingController } from './http/appending.controller';
import { CallsController } from './http/calls.controller';
import { ConversationsController } from './http/conversations.controller';
import { DeadLettersController } from './http/dead-letters.controller';
import { DocumentsController } from './http/documents.controller';
import { IgnoredController } from './http/ignored.controller';
import { KeysController } from './http/keys.controller';
import { ModelsController } from './http/models.controller';
import { OperationsController } from './http/operations.controller';
import { ParkedController } from './http/parked.controller';
import { PluginsController } from './http/plugins.controller';
import { PoliciesController } from './http/policies.controller';
import { RecallController } from './http/recall.controller';
import { SettingsController } from './http/settings.controller';
import { TrialsController } from './http/trials.controller';
import { TopicsController } from './http/topics.controller';
import { AcknowledgedWait } from './freshness/acknowledged-wait';
import { Acknowledgements } from './freshness/acknowledgements';
import { freshnessProviders } from './freshness/providers';
import { WaitingPlaces } from './freshness/waiting-places';
import { operationProviders } from './operations/providers';
import { settlingProviders } from './operations/settling';
import { HistoryChain } from './plugins/history-chain';
import { PluginDirectory } from './plugins/plugin-directory';
import { pluginProviders } from './plugins/providers';
import { AnalyticsService } from './reading/analytics-service';
import { CallService } from './reading/call-service';
import { CheckpointService } from './reading/checkpoint-service';
import { HistoryService } from './reading/history-service';
import { RecallService } from './reading/recall-service';
import { StateService } from './reading/state-service';
import { TopicsService } from './reading/topics-service';
import { securityProviders } from './security/providers';
import { SeenService } from './seen/seen-service';
import { ContextService } from './serving/context-service';
import { ProjectorStanding } from './serving/projector-standing';
import { SessionService } from './sessions/session-service';
import { trialProviders } from './trial/providers';
import { ANALYTICS, CONFIGURATION, READER, RECEIPTS } from './tokens';

const stores: Provider[] = [
  {
    provide: READER,
    inject: [Database],
    useFactory: (database: Database) => new PostgresConversationReader(database),
  },
  {
    provide: ANALYTICS,
    inject: [Database],
    useFactory: (database: Database) => new PostgresAnalyticsReader(database),
  },
  {
    provide: RECEIPTS,
    inject: [Database],
    useFactory: (database: Database) => new PostgresReceiptStore(database),
  },
  {
    provide: CONFIGURATION,
    inject: [Database],
    useFactory: (database: Database) => new PostgresConfigurationStore(database),
  },
];

const readers: Provider[] = [
  {
    provide: StateService,
    inject: [READER],
    useFactory: (reader: ConversationReader) => new StateService(reader),
  },
  {
    provide: TopicsService,
    inject: [READER, Database],
    useFactory: (reader: ConversationReader, database: Database) =>
      new TopicsService(reader, new PostgresCompactionRequests(database)),
  },
  {
    provide: RecallService,
    inject: [READER],
    useFactory: (reader: ConversationReader) => new RecallService(reader),
  },
  {
    provide: AnalyticsService,
    inject: [ANALYTICS, ModelDirectory],
    useFactory: (reader: AnalyticsReader, models: ModelDirectory) => new AnalyticsService(reader, models),
  },
  {
    provide: CallService,
    inject: [READER, RECEIPTS],
    useFactory: (reader: ConversationReader, receipts: ReceiptStore) => new CallService(reader, receipts),
  },
  {
    provide: PolicyCatalogue,
    inject: [CONFIGURATION, PluginDirectory],
    useFactory: (configuration: ConfigurationStore, plugins: PluginDirectory) =>
      new PolicyCatalogue(configuration, plugins),
  },
  {
    provide: EventPublisher,
    inject: [EVENT_LOG, READER, SigningKeys, Acknowledgements],
    useFactory: (
      log: EventLog,
      reader: ConversationReader,
      keys: SigningKeys,
      acknowledgements: Acknowledgements,
    ) => new EventPublisher(log, reader, keys, acknowledgements),
  },
];

/** The context-builder's parts: what appends, what reads, what serves and proves contexts. */
@Module({})
export class ContextBuilderModule {
  static forRoot(context: ServiceContext): DynamicModule {
    return {
      module: ContextBuilderModule,
      imports: [
        PlatformModule.forRoot(context),
        PostgresModule.forRoot({
          url: context.databaseUrl,
          role: 'verbatim_context',
          applicationName: 'verbatim-context-builder',
          ...databaseBoundsOf(context.configuration),
        }),
      ],
      controllers: [
        AppendingController,
        ConversationsController,
        TopicsController,
        TrialsController,
        AnalyticsController,
        RecallController,
        CallsController,
        PoliciesController,
        ModelsController,
        PluginsController,
        SettingsController,
        DeadLettersController,
        IgnoredController,
        ParkedController,
        KeysController,
        OperationsController,
        DocumentsController,
      ],
      providers: [
        eventLog(context),
        signingKeys(context),
        ...stores,
        ...readers,
        ...freshnessProviders(context),
        ...commands(context),
        ...settingsProviders(context),
        ...serving(context),
        ...pluginProviders(context),
        ...operationProviders(context),
        ...settlingProviders(context),
        ...securityProviders(context),
        ...trialProviders(context),
      ],
    };
  }
}

function eventLog({ configuration }: ServiceContext): Provider {
  return {
    provide: EVENT_LOG,
    inject: [Database, LOGGER],
    useFactory: (database: Database, logger: Logger) =>
      openEventLog(database, kafkaConnectionOf(configuration, logger)),
  };
}

function signingKeys({ configuration }: ServiceContext): Provider {
  return {
    provide: SigningKeys,
    inject: [Database],
    useFactory: (database: Database) => openSigningKeys(database, configuration.signingKeys),
  };
}

function commands({ configuration }: ServiceContext): Provider[] {
  const limits = limitsOf(configuration);
  return [
    {
      provide: HistoryService,
      inject: [READER],
      useFactory: (reader: ConversationReader) =>
        new HistoryService(reader, configuration.reading.partCharacters),
    },
    {
      provide: AppendService,
      inject: [EventPublisher],
      useFactory: (publisher: EventPublisher) => new AppendService(publisher, limits),
    },
    {
      provide: DescriptionService,
      inject: [EventPublisher],
      useFactory: (publisher: EventPublisher) => new DescriptionService(publisher, limits),
    },
    {
      provide: KnownService,
      inject: [READER],
      useFactory: (reader: ConversationReader) => new KnownService(reader, limits),
    },
    {
      provide: CheckpointService,
      inject: [READER, EventPublisher],
      useFactory: (reader: ConversationReader, publisher: EventPublisher) =>
        new CheckpointService({ reader, publisher, limits }),
    },
    {
      provide: PolicyService,
      inject: [PolicyCatalogue, EventPublisher, READER],
      useFactory: (catalogue: PolicyCatalogue, publisher: EventPublisher, reader: ConversationReader) =>
        new PolicyService({ catalogue, publisher, reader, limits, ceiling: configuration.window.ceiling }),
    },
  ];
}

function serving({ configuration }: ServiceContext): Provider[] {
  return [
    { provide: TiktokenCounter, useFactory: () => new TiktokenCounter() },
    {
      provide: ModelDirectory,
      inject: [CONFIGURATION],
      useFactory: (store: ConfigurationStore) =>
        ModelDirectory.open(store, configuration.modelsFile, configuration.defaultModel),
    },
    {
      provide: ContextService,
      inject: [
        READER,
        EVENT_LOG,
        RECEIPTS,
        ModelDirectory,
        TiktokenCounter,
        SessionService,
        HistoryChain,
        AcknowledgedWait,
        ProjectorStanding,
        WaitingPlaces,
      ],
      useFactory: (
        reader: ConversationReader,
        log: EventLog,
        receipts: ReceiptStore,
        models: ModelDirectory,
        counter: TiktokenCounter,
        sessions: SessionService,
        plugins: HistoryChain,
        acknowledged: AcknowledgedWait,
        standing: ProjectorStanding,
        places: WaitingPlaces,
      ) =>
        new ContextService({
          reader,
          log,
          receipts,
          models,
          counter,
          sessions,
          plugins,
          acknowledged,
          standing,
          places,
          group: configuration.projector.group,
          limits: limitsOf(configuration),
          ceiling: configuration.window.ceiling,
        }),
    },
    {
      provide: AuditService,
      inject: [READER, RECEIPTS, TiktokenCounter],
      useFactory: (reader: ConversationReader, receipts: ReceiptStore, counter: TiktokenCounter) =>
        new AuditService({ reader, receipts, counter }),
    },
    {
      provide: SeenService,
      inject: [READER, RECEIPTS, TiktokenCounter],
      useFactory: (reader: ConversationReader, receipts: ReceiptStore, counter: TiktokenCounter) =>
        new SeenService({ reader, receipts, counter }),
    },
  ];
}
