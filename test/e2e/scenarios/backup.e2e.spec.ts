import { Database } from '@verbatim/postgres';
import { JournalWatch } from '../../faults/invariants/journal-watch';
import { differentRows } from '../../faults/invariants/same-rows';
import type { Truth } from '../../faults/load/truth';
import { report } from '../../support/conversation-client';
import { kafkaNeed, testBrokers } from '../../support/kafka';
import { postgresTools } from '../../support/postgres-tools';
import { type Need, suiteNeeding } from '../../support/suite-needing';
import { baseBackup, dump, type TakeBackup } from './support/backups-under-load';
import { Installation } from './support/installation';
import { loseAfterBackup, rested, restore } from './support/lost-installation';
import {
  expectSoundAfter,
  idOf,
  journaled,
  receiptsInTopic,
  type Restored,
  withReceipts,
} from './support/restored';

jest.setTimeout(600_000);

const EVENTS = 1_200;

/** A minute a case. */
const wholeRig: Need = {
  name: 'whole-rig',
  missing: () => (process.env['VERBATIM_FULL_RIG'] === '1' ? null : 'set VERBATIM_FULL_RIG=1 to run it'),
};

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0, Infinity).toReversed()) await close();
});

async function restored(brokers: readonly string[] | null, take: TakeBackup): Promise<Restored> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const installation = await Installation.open(brokers, seed);
  closing.push(() => installation.close());
  const { server: old, truth, backup, taking } = await loseAfterBackup(installation, take, EVENTS);
  closing.push(() => old.stop());
  const { server, url, begin } = await restore(installation, backup);
  closing.push(() => server.stop());
  const [lost, database] = [await opened(old.urlOf('verbatim')), await opened(url)];
  const watch = JournalWatch.start(database);
  closing.push(() => watch.stop());
  report(
    `seed ${seed}: ${truth.acknowledged.length} events, ${truth.served.length} contexts; the backup took ` +
      `${taking.seconds.toFixed(1)} s, ${taking.events} events and ${taking.contexts} contexts came meanwhile`,
  );
  const rows = await journaled(database);
  expect(Math.min(taking.events, rows, (await journaled(lost)) - rows)).toBeGreaterThan(0);
  return { installation, lost, database, server, watch, truth, rows, begin };
}

async function opened(url: string): Promise<Database> {
  const database = await Database.open({ url, applicationName: 'spec', poolSize: 4 });
  closing.push(() => database.close());
  return database;
}

/** Producers that know nothing publish all once more, and everybody works. */
async function goOn({ installation }: Restored): Promise<Truth> {
  const { load, truth } = installation.load(EVENTS);
  await load.start();
  await load.finish();
  await load.rest();
  await load.close();
  await rested(installation);
  return truth;
}

const ways: readonly (readonly [string, TakeBackup])[] = [
  ['pg_dump', dump],
  ['pg_basebackup', baseBackup],
];

suiteNeeding(
  [wholeRig, postgresTools, kafkaNeed],
  'a backup taken under load and restored, beside Kafka',
  () => {
    test.each(ways)('%s: the log brings everything again', async (_, take) => {
      const world = await restored(await testBrokers(), take);
      const { installation, lost, database, truth, rows } = world;
      const calls = installation.model.calls.length;
      const seconds = await world.begin();
      await rested(installation);

      const { checked, problems } = await differentRows([lost, database], new Set());
      expect(problems).toEqual([]);
      expect(checked).toBeGreaterThan(EVENTS);
      expect(installation.model.calls).toHaveLength(calls);
      const brought = (await journaled(database)) - rows;
      const left = await withReceipts(world);
      await expectSoundAfter(world, left);
      const gone = truth.served.filter((call) => !left.served.includes(call));
      const relayed = await receiptsInTopic(world);
      expect(gone).not.toEqual([]);
      expect(gone.filter((call) => !relayed.has(idOf(call)))).toEqual([]);
      report(
        `${brought} of ${brought + rows} events came again in ${seconds.toFixed(1)} s; ` +
          `${checked} rows are the same; no call of the model; ${gone.length} receipts are in the topic alone`,
      );

      const messages = await journaled(database, `type = 'MessageAppended'`);
      await expectSoundAfter(world, await goOn(world));
      expect(await journaled(database, `type = 'MessageAppended'`)).toBe(messages);
    });
  },
);

suiteNeeding(
  [wholeRig, postgresTools],
  'a backup taken under load and restored, with the embedded log',
  () => {
    test.each(ways)('%s: what came later is gone until it is published again', async (_, take) => {
      const world = await restored(null, take);
      const { lost, database, rows } = world;
      await world.begin();
      await rested(world.installation);
      const messages = (of: Database): Promise<number> => journaled(of, `type = 'MessageAppended'`);
      const [before, kept] = [await messages(lost), await messages(database)];
      expect(kept).toBeLessThan(before);

      const again = await goOn(world);
      await expectSoundAfter(world, again);
      expect(await messages(database)).toBe(before);
      report(
        `${rows} events were restored; of ${before} messages ${before - kept} were gone, and came again`,
      );
    });
  },
);
