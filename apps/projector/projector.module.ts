import { hostname } from 'node:os';
import { Module, type DynamicModule } from '@nestjs/common';
import { PostgresProjectionStore } from '@verbatim/conversation-store';
import { PostgresEventLog } from '@verbatim/event-log';
import { limitsOf, Metrics, PlatformModule, type ServiceContext } from '@verbatim/platform';
import { Database, PostgresModule } from '@verbatim/postgres';
import { TiktokenCounter } from '@verbatim/tokens';
import { ConversationProjector } from './conversation-projector';
import { ProjectorMetrics } from './projector-metrics';
import { ProjectorController } from './projector.controller';

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
        }),
      ],
      controllers: [ProjectorController],
      providers: [
        {
          provide: PostgresEventLog,
          inject: [Database],
          useFactory: (database: Database) => new PostgresEventLog(database),
        },
        {
          provide: ConversationProjector,
          inject: [Database, PostgresEventLog, Metrics],
          useFactory: (database: Database, log: PostgresEventLog, metrics: Metrics) => {
            const figures = new ProjectorMetrics(metrics);
            return new ConversationProjector({
              store: new PostgresProjectionStore(database),
              log,
              counter: new TiktokenCounter(),
              limits: limitsOf(context.configuration),
              owner: `${hostname()}/${process.pid}`,
              onParked: (key, error) =>
                context.logger.error({ err: error, ...key }, 'a conversation stays parked'),
              onBatch: (_, batch) => figures.observe(batch),
            });
          },
        },
      ],
    };
  }
}
