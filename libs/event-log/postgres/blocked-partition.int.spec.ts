import { eventually } from '../features/eventually';
import { freshTopic, numbered, readAll } from '../features/log-under-test';
import { openTestLog } from './test-log';

jest.setTimeout(60_000);

it('takes one connection for a partition that somebody blocks, however many append to it', async () => {
  const opened = await openTestLog();
  try {
    const { database, log } = opened;
    const topic = await freshTopic(log, 2);
    const stranger = await opened.open();
    const waiting = await stranger.transaction(async (tx) => {
      await tx.query(`SELECT FROM log_append($1, '{0}', '{"k"}', '{"open"}', '{"{}"}')`, [topic]);
      const blocked = Array.from({ length: 20 }, () => log.append(topic, numbered(0, 1)));
      await log.append(topic, numbered(1, 1));
      expect(await readAll(log, topic, 0)).toEqual([]);
      await eventually(() => expect(database.poolFigures()).toMatchObject({ busy: 1, waiting: 0 }));
      return blocked;
    });
    const places = (await Promise.all(waiting)).flat().map(({ offset }) => offset);
    places.sort((a, b) => a - b);
    expect(places).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  } finally {
    await opened.close();
  }
});
