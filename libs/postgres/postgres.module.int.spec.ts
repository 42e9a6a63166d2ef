import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { testDatabase, type TestDatabase } from '../../test/support/postgres';
import { Database } from './database';
import { PostgresModule } from './postgres.module';

@Injectable()
class Repository {
  constructor(readonly database: Database) {}
}

@Module({ providers: [Repository] })
class FeatureModule {}

let server: TestDatabase;

beforeAll(async () => {
  server = await testDatabase();
}, 60_000);

afterAll(() => server.drop());

it('gives every module the database, and closes it and its listeners on shutdown', async () => {
  const options = { url: server.url, applicationName: 'verbatim module spec' };
  const root = { module: class Root {}, imports: [PostgresModule.forRoot(options), FeatureModule] };
  const application = await NestFactory.createApplicationContext(root, { logger: false });
  const { database } = application.get(Repository);
  await database.listen('channel', () => undefined);
  await expect(database.query('SELECT 1 AS n')).resolves.toEqual([{ n: 1 }]);
  await application.close();
  expect(database.dataSource.isInitialized).toBe(false);
  await expect(database.query('SELECT 1')).rejects.toThrow('Driver not Connected');
});
