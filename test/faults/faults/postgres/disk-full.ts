import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '../../contract';
import type { ProxiedPostgres } from '../../network/proxied-postgres';
import { duration, lasting } from '../lasting';
import { SmallDisk } from './small-disk';

const LONG_MS = 20_000;
const SPARE_MEGABYTES = 256;

export const diskFull: Fault = {
  name: 'disk-full',
  what: "The disk under Postgres's data and its log is full to the last byte, and has room again after a while.",
  logs: ['kafka', 'embedded'],
  unavailable: () => SmallDisk.unavailable(),
  inflict: async (world, strikes, stop) => {
    const { postgres } = world;
    const complaints = { full: 0, panics: 0 };
    const disk = await whileStopped(postgres, (data) => SmallDisk.replacing(data, SPARE_MEGABYTES));
    const strike = async (nth: number): Promise<void> => {
      const before = await complaintsOf(postgres);
      await disk.fill();
      await lasting(2_000 + duration(world, nth, LONG_MS), stop);
      await disk.free();
      const after = await complaintsOf(postgres);
      complaints.full += after.full - before.full;
      complaints.panics += after.panics - before.panics;
      // One that could not even recover has ended.
      await postgres.start();
    };
    try {
      const done = await world.load.strike(strikes, strike, stop);
      const detail = `Postgres found no space ${complaints.full} times`;
      return { kills: complaints.panics, strikes: done, detail };
    } finally {
      await whileStopped(postgres, () => disk.remove());
    }
  },
};

async function whileStopped<T>(postgres: ProxiedPostgres, work: (data: string) => Promise<T>): Promise<T> {
  await postgres.stop();
  try {
    return await work(join(postgres.directory, 'postgres'));
  } finally {
    await postgres.start();
  }
}

/** Of the server's log: it lies beside the data, on the large disk. */
async function complaintsOf({ directory }: ProxiedPostgres): Promise<{ full: number; panics: number }> {
  const lines = (await readFile(join(directory, 'postgres.log'), 'utf8')).split('\n');
  return {
    full: lines.filter((line) => line.includes('No space left on device')).length,
    panics: lines.filter((line) => line.includes('PANIC: ')).length,
  };
}
