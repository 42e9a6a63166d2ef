import type { Provider } from '@nestjs/common';
import { migrations, PostgresOperationsReader, PostgresWorkQueue } from '@verbatim/conversation-store';
import { EVENT_LOG, type EventLog } from '@verbatim/event-log';
import { keysRequired, LOGGER, type Logger, type ServiceContext } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { PolicyCatalogue } from '../configuration/policy-catalogue';
import { DoctorService } from './doctor-service';
import { LagService } from './lag-service';

/** What operators ask of the installation. */
export function operationProviders({ configuration }: ServiceContext): Provider[] {
  const { host, partitions } = configuration;
  const access = { host, keysRequired: keysRequired(configuration) };
  return [
    {
      provide: PostgresOperationsReader,
      inject: [Database],
      useFactory: (database: Database) => new PostgresOperationsReader(database),
    },
    {
      provide: LagService,
      inject: [EVENT_LOG, PostgresOperationsReader, Database],
      useFactory: (log: EventLog, operations: PostgresOperationsReader, database: Database) =>
        new LagService({ log, operations, queue: new PostgresWorkQueue(database) }),
    },
    {
      provide: DoctorService,
      inject: [EVENT_LOG, PostgresOperationsReader, LagService, PolicyCatalogue, LOGGER],
      useFactory: (
        log: EventLog,
        operations: PostgresOperationsReader,
        lag: LagService,
        policies: PolicyCatalogue,
        logger: Logger,
      ) =>
        new DoctorService({
          operations,
          lag,
          log,
          migrations: migrations.map(({ name }) => name),
          partitions,
          access,
          policies,
          ceiling: configuration.window.ceiling,
          logger,
        }),
    },
  ];
}
