import { hostname } from 'node:os';
import { Module, type DynamicModule } from '@nestjs/common';
import { openSigningKeys, PostgresProjectionStore } from '@verbatim/conversation-store';
import { EVENT_LOG, openEventLog, type EventLog } from '@verbatim/event-log';
import {
  databaseBoundsOf,
  kafkaConnectionOf,
  limitsOf,
  LOGGER,
  Metrics,
  PlatformModule,
  type Logger,
  type ServiceContext,
} from '@verbatim/platform';
import { Database, PostgresModule } from '@verbatim/postgres';
import { TiktokenCounter } from '@verbatim/tokens';
import { ConversationProjector } from './conversation-projector';
import { MixedPartitions } from './mixed-partitions';
import { ProjectorMetrics } from './projector-metrics';
import { ProjectorController } from './projector.controller';
import { SignatureAlarm } from './signature-refusals';

@Module({})
export class ProjectorModule {
  static forRoot(context: ServiceContext): DynamicModule {
    return {
      module: ProjectorModule,
      imports: [
        PlatformModule.forRoot(context),
        PostgresModule.forRoot({
          url: context.databaseUrl,
          role: 'verbatim_projector',
          applicationName: 'verbatim-projector',
          ...databaseBoundsOf(context.configuration),
        }),
      ],
      controllers: [ProjectorController],
      providers: [
        {
          provide: EVENT_LOG,
          inject: [Database, LOGGER],
          useFactory: (database: Database, logger: Logger) =>
            openEventLog(database, kafkaConnectionOf(context.configuration, logger)),
        },
        {
          provide: ConversationProjector,
          inject: [Database, EVENT_LOG, Metrics],
          useFactory: async (database: Database, log: EventLog, metrics: Metrics) => {
            const figures = new ProjectorMetrics(metrics);
            const mixed = new MixedPartitions(metrics, context.logger);
            const unsigned = new SignatureAlarm(metrics, context.logger);
            const { signingKeys, signatures } = context.configuration;
            return new ConversationProjector({
              store: new PostgresProjectionStore(database),
              log,
              counter: new TiktokenCounter(),
              limits: limitsOf(context.configuration),
              signatures: {
                keys: await openSigningKeys(database, signingKeys),
                acceptUnsigned: signatures === 'accept-unsigned',
              },
              group: context.configuration.projector.group,
              owner: `${hostname()}/${process.pid}`,
              onParked: (key, error) =>
                context.logger.error({ err: error, ...key }, 'a conversation stays parked'),
              onMixed: (key, partition) => mixed.observe(key, partition),
              onUnsigned: (refusals) => unsigned.observe(refusals),
              onBatch: (_, batch) => figures.observe(batch),
            });
          },
        },
      ],
    };
  }
}
