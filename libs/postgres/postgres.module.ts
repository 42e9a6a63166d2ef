import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
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
          // Whoever starts the service decides about waiting: by default ten tries take half a minute.
          useFactory: () => ({ ...dataSourceOptions(options), retryAttempts: 1 }),
        }),
      ],
      providers: [
        {
          provide: Database,
          inject: [DataSource],
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
