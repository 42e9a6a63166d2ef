import { VerbatimError } from '@verbatim/conversation';
import { sqlState } from '@verbatim/postgres';
import { freshTopic, numbered, readAll } from '../features/log-under-test';
import { PostgresEventLog } from './postgres-event-log';
import { openTestLog, type PostgresLogUnderTest } from './test-log';

describe("the services' access to the log in Postgres", () => {
  let opened: PostgresLogUnderTest;
  beforeAll(async () => {
    opened = await openTestLog();
  });
  afterAll(async () => {
    await opened.close();
  });

  it.each(['verbatim_projector', 'verbatim_summarizer', 'verbatim_context'])(
    'lets %s append and nobody change what is appended',
    async (role) => {
      const database = await opened.open({ role });
      const log = new PostgresEventLog(database);
      const topic = await freshTopic(log, 1);
      expect(await log.append(topic, numbered(0, 2))).toHaveLength(2);
      expect(await log.partitions(topic)).toMatchObject([{ high: 2 }]);
      for (const change of [
        'UPDATE log_records SET value = key',
        'DELETE FROM log_records',
        'TRUNCATE log_records',
      ]) {
        const refusal = await database.query(change).catch((error: unknown) => sqlState(error));
        expect(refusal).toBe('42501');
      }
    },
  );

  it('lets the projector read records, and no other service', async () => {
    const topic = await freshTopic(opened.log, 1);
    await opened.log.append(topic, numbered(0, 1));
    const readAs = async (role: string): Promise<unknown> =>
      readAll(new PostgresEventLog(await opened.open({ role })), topic, 0);
    expect(await readAs('verbatim_projector')).toHaveLength(1);
    await expect(readAs('verbatim_context')).rejects.toThrow(VerbatimError);
    await expect(readAs('verbatim_summarizer')).rejects.toThrow(VerbatimError);
  });
});
