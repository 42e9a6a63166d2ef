import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type DatabaseOptions, dataSourceOptions } from './connection-settings';
import { Database } from './database';

/** Makes {@link Database} injectable everywhere and closes it when the application shuts down. */
@Module({})
export class PostgresModule implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: PostgresModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          // Services of one process have a data source each.
          name: options.applicationName,
          // Whoever starts the service decides about waiting: by default ten tries take half a minute.
          useFactory: () => ({ ...dataSourceOptions(options), retryAttempts: 1 }),
        }),
      ],
      providers: [
        {
          provide: Database,
          inject: [getDataSourceToken(options.applicationName)],
          useFactory: (dataSource: DataSource) => new Database(dataSource, options),
        },
      ],
      exports: [Database],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
