import { setTimeout as sleep } from 'node:timers/promises';
import type { Invariant } from '../contract';
import type { Evidence } from './evidence';
import { Examination } from './examination';
import { takeFootprint, type Footprint } from './footprint';

/** Idle connections of a pool, sockets kept open and a garbage not yet collected go away by themselves. */
const PATIENCE_SECONDS = 40;
const LOOK_MS = 1_000;

/** A pool that was busy may keep a few more connections than one that was not, each of them a handle. */
const MORE_CONNECTIONS = 10;
const MORE_HANDLES = 40;
/** What a heap grows by before it is collected in earnest; a soak shows whether it stays there. */
const MORE_MEMORY = 300 * 1024 * 1024;

export const isolation = {
  number: 10,
  name: 'isolation',
  holds: "no tenant ever saw another's canary; connections, memory and handles are back at their base",
  async check(evidence: Pick<Evidence, 'truth' | 'database' | 'services' | 'base'>) {
    const { truth, base } = evidence;
    const examination = new Examination();
    for (let answer = 0; answer < truth.looked; answer += 1) examination.look();
    for (const leak of truth.leaks) examination.expect(false, leak);
    if (base === null) return examination.finding();
    let growth = grown(base, await takeFootprint(evidence));
    for (const end = Date.now() + PATIENCE_SECONDS * 1000; growth.length > 0 && Date.now() < end;) {
      await sleep(LOOK_MS);
      growth = grown(base, await takeFootprint(evidence));
    }
    for (const problem of growth) examination.expect(false, problem);
    return examination.finding();
  },
} satisfies Invariant;

/** What there is more of than there should be, in sentences. */
export function grown(base: Footprint, now: Footprint): string[] {
  const problems: string[] = [];
  const compare = (what: string, was: number, is: number, most: number): void => {
    if (is > was + most) problems.push(`${what}: ${was} at first, ${is} now`);
  };
  for (const [name, sessions] of now.connections)
    compare(`connections of ${name}`, base.connections.get(name) ?? 0, sessions, MORE_CONNECTIONS);
  for (const [name, { handles, memory }] of now.processes) {
    const was = base.processes.get(name) ?? { handles: 0, memory: 0 };
    compare(`open handles of a ${name}`, was.handles, handles, MORE_HANDLES);
    compare(`bytes of memory of a ${name}`, was.memory, memory, MORE_MEMORY);
  }
  return problems;
}
