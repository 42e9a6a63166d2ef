import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Provider } from '@nestjs/common';
import {
  migrations,
  PostgresIgnoredReader,
  PostgresOperationsReader,
  PostgresReceiptFeed,
  PostgresWorkQueue,
} from '@verbatim/conversation-store';
import { EVENT_LOG, keptInLog, SigningKeys, type EventLog } from '@verbatim/event-log';
import { keysRequired, LOGGER, type Logger, type ServiceContext } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { PolicyCatalogue } from '../configuration/policy-catalogue';
import { PluginDirectory } from '../plugins/plugin-directory';
import { relaysReceipts } from '../relay/start-relay';
import { DoctorService } from './doctor-service';
import { IgnoredService } from './ignored-service';
import { LagService } from './lag-service';

/** What operators ask of the installation. */
export function operationProviders({ configuration }: ServiceContext): Provider[] {
  const { host, partitions, kafka, logRetention: limits } = configuration;
  const access = { host, keysRequired: keysRequired(configuration) };
  return [
    {
      provide: PostgresOperationsReader,
      inject: [Database],
      useFactory: (database: Database) => new PostgresOperationsReader(database),
    },
    {
      provide: IgnoredService,
      inject: [Database],
      useFactory: (database: Database) => new IgnoredService(new PostgresIgnoredReader(database)),
    },
    {
      provide: LagService,
      inject: [EVENT_LOG, PostgresOperationsReader, Database],
      useFactory: (log: EventLog, operations: PostgresOperationsReader, database: Database) =>
        new LagService({
          group: configuration.projector.group,
          log,
          operations,
          queue: new PostgresWorkQueue(database),
        }),
    },
    {
      provide: DoctorService,
      inject: [
        EVENT_LOG,
        PostgresOperationsReader,
        LagService,
        PolicyCatalogue,
        PluginDirectory,
        LOGGER,
        Database,
        SigningKeys,
      ],
      useFactory: (
        log: EventLog,
        operations: PostgresOperationsReader,
        lag: LagService,
        policies: PolicyCatalogue,
        plugins: PluginDirectory,
        logger: Logger,
        database: Database,
        keys: SigningKeys,
      ) =>
        new DoctorService({
          operations,
          lag,
          log,
          migrations: migrations.map(({ name }) => name),
          partitions,
          access,
          signing: {
            keyId: keys.ids[0] ?? '',
            isConfigured: configuration.signingKeys !== undefined,
            acceptUnsigned: configuration.signatures === 'accept-unsigned',
          },
          relay: { on: relaysReceipts(configuration), feed: new PostgresReceiptFeed(database) },
          retention: kafka.brokers ? null : { limits, kept: () => keptInLog(database) },
          policies,
          plugins,
          ceiling: configuration.window.ceiling,
          freeBytes: () =>
            configuration.database === undefined ? freeBytes(configuration.data) : Promise.resolve(null),
          logger,
        }),
    },
  ];
}

/** Of the disk that the folder is on, or will be on once something is written to it. */
async function freeBytes(folder: string): Promise<number> {
  let existing = resolve(folder);
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return bavail * bsize;
}
