import { readdir, readFile } from 'node:fs/promises';
import type { Database } from '@verbatim/postgres';
import { groupBy } from './lists';

/** What a kind of process holds: the most of any of its processes. */
export interface Held {
  /** Open file descriptors. */
  readonly handles: number;
  /** Resident memory, in bytes. */
  readonly memory: number;
}

/** What an installation holds. */
export interface Footprint {
  /** Sessions in Postgres by what they call themselves, the rig's own apart. */
  readonly connections: ReadonlyMap<string, number>;
  readonly processes: ReadonlyMap<string, Held>;
}

/** What is measured. */
interface Inhabited {
  readonly database: Database;
  readonly services: readonly { readonly name: string; pid(): Promise<number> }[];
}

/** Handles and memory are those of Linux; elsewhere they are 0. */
export async function takeFootprint(evidence: Inhabited): Promise<Footprint> {
  const kinds = groupBy(evidence.services, ({ name }) => name);
  const processes = new Map<string, Held>();
  for (const [name, services] of kinds) {
    const held = await Promise.all(services.map(async (service) => heldBy(await service.pid())));
    processes.set(name, {
      handles: Math.max(...held.map(({ handles }) => handles)),
      memory: Math.max(...held.map(({ memory }) => memory)),
    });
  }
  return {
    connections: await connectionsOf(evidence),
    processes,
  };
}

async function connectionsOf({ database }: Pick<Inhabited, 'database'>): Promise<Map<string, number>> {
  const rows = await database.query<{ application: string; sessions: number }>(
    `SELECT application_name AS application, count(*)::int AS sessions FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'verbatim%' GROUP BY 1`,
  );
  return new Map(rows.map(({ application, sessions }) => [application, sessions]));
}

async function heldBy(pid: number): Promise<Held> {
  const handles = await readdir(`/proc/${pid}/fd`).then(
    (all) => all.length,
    () => 0,
  );
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
  return { handles, memory: Number(kilobytes) * 1024 };
}
