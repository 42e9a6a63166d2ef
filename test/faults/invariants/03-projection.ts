import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresConversationReader } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { stateProblems } from '../../support/state-problems';
import type { Invariant } from '../contract';
import { openLog, type Evidence } from './evidence';
import { Examination, named } from './examination';
import { differentRows } from './same-rows';
import { inSecondProjection } from './second-projection';

type Read = Pick<Evidence, 'truth' | 'database' | 'postgres' | 'kafka' | 'settings' | 'second'>;

const PATIENCE_SECONDS = 60;
const LOOK_MS = 200;

export const projection = {
  number: 3,
  name: 'projection',
  holds:
    'the live projection is the fold of the journal, and what a second projector makes of the log, row by row',
  async check(evidence: Read) {
    const { database, second } = evidence;
    const examination = new Examination();
    await compareWithFold(database, examination);
    if (!(await isWhole(evidence))) return examination.finding();
    const mixed = await mixedConversations(database);
    const compare = async (other: Database, whose: string): Promise<void> => {
      const { checked, problems } = await differentRows([database, other], mixed);
      for (let row = 0; row < checked; row += 1) examination.look();
      for (const problem of problems) examination.expect(false, `${whose}: ${problem}`);
    };
    await inSecondProjection(evidence, (other) => compare(other, 'a second projector'));
    if (second !== null) {
      const other = await Database.open({ url: second.url, applicationName: 'rig', poolSize: 2 });
      try {
        const isDone = await hasPassedAll(evidence, other);
        examination.expect(isDone, 'the second projector did not come to the end of the log');
        if (isDone) await compare(other, "the fault's second projector");
      } finally {
        await other.close();
      }
    }
    return examination.finding();
  },
} satisfies Invariant;

async function compareWithFold(database: Database, examination: Examination): Promise<void> {
  const reader = new PostgresConversationReader(database);
  const keys = await database.query<{ tenant: string; conversation: string }>(
    'SELECT DISTINCT tenant, conversation FROM journal',
  );
  for (const key of keys) {
    const { problems } = await stateProblems({ database, reader }, key);
    examination.look(...problems.map((problem) => `${named(key)}: ${problem.slice(0, 600)}`));
  }
}

/** A log that has lost its beginning, or was made again without it, can be projected by nobody else. */
async function isWhole(evidence: Read): Promise<boolean> {
  if (evidence.truth.givenUp.length > 0) return false;
  return (await ranges(evidence)).every(({ low }) => low === 0);
}

/** Of what came through two partitions each projector sees an order of its own. */
async function mixedConversations(database: Database): Promise<Set<string>> {
  const keys = await database.query<{ tenant: string; conversation: string }>(
    'SELECT tenant, conversation FROM journal GROUP BY 1, 2 HAVING count(DISTINCT partition) > 1',
  );
  return new Set(keys.map(named));
}

async function hasPassedAll(evidence: Read, second: Database): Promise<boolean> {
  const ends = await ranges(evidence);
  for (const end = Date.now() + PATIENCE_SECONDS * 1000; Date.now() < end; await sleep(LOOK_MS)) {
    const rows = await second.query<{ partition: number; next_offset: string }>(
      'SELECT partition, next_offset FROM processor_positions WHERE topic = $1',
      [CONVERSATION_EVENTS],
    );
    const next = new Map(rows.map(({ partition, next_offset }) => [partition, Number(next_offset)]));
    if (ends.every(({ partition, high }) => (next.get(partition) ?? 0) >= high)) return true;
  }
  return false;
}

async function ranges(evidence: Read) {
  const log = openLog(evidence);
  try {
    return await log.partitions(CONVERSATION_EVENTS);
  } finally {
    await log.close();
  }
}
