import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@verbatim/postgres';
import { ProxiedPostgres } from './proxied-postgres';

let directory: string;
let postgres: ProxiedPostgres;
let rig: Database;
let service: Database;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verbatim-proxied-'));
  await chmod(directory, 0o711);
  postgres = await ProxiedPostgres.open({ directory });
  rig = await Database.open({ url: postgres.directUrl, applicationName: 'rig' });
  service = await Database.open({ url: postgres.url, applicationName: 'service' });
  await rig.query('CREATE TABLE kept (id integer PRIMARY KEY)');
});

afterAll(async () => {
  await Promise.all([rig.close(), service.close()]);
  await postgres.close();
  await rm(directory, { recursive: true, force: true });
});

const insert = (id: number): Promise<unknown> =>
  service.transaction((tx) => tx.query('INSERT INTO kept VALUES ($1)', [id]));

const isKept = async (id: number): Promise<boolean> =>
  (await rig.query('SELECT FROM kept WHERE id = $1', [id])).length === 1;

it.each([
  ['request', 1, false],
  ['answer', 2, true],
] as const)(
  'the %s of a COMMIT may be lost, and the service alone does not know which',
  async (lose, id, kept) => {
    const cuts = postgres.proxy.cutAt({
      matches: (bytes, opening) => bytes.includes('COMMIT\0') && opening.includes('service'),
      lose,
      times: 1,
    });
    await expect(insert(id)).rejects.toThrow(/terminated|ECONNRESET/);
    expect(cuts.made).toBe(1);
    expect(await isKept(id)).toBe(kept);
  },
);

it('comes back where it was, with what was committed, after it was killed', async () => {
  await insert(3);
  const { pid, url } = postgres;
  await postgres.kill();
  await expect(insert(4)).rejects.toThrow(/terminated|ECONNRESET/);
  await postgres.start();
  expect(postgres).toMatchObject({ url });
  expect(postgres.pid).not.toBe(pid);
  await insert(4);
  expect([await isKept(3), await isKept(4)]).toEqual([true, true]);
});
