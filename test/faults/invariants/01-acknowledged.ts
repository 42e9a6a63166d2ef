import type { Database } from '@verbatim/postgres';
import type { Invariant } from '../contract';
import type { Acknowledged } from '../load/truth';
import type { Evidence } from './evidence';
import { Examination, named } from './examination';
import { groupBy } from './lists';

type Kept = ReadonlyMap<string, readonly { readonly payload: Buffer | null }[]>;

export const acknowledged = {
  number: 1,
  name: 'acknowledged',
  holds: 'every acknowledged event is in the journal once, with its bytes',
  async check({ truth, database }: Pick<Evidence, 'truth' | 'database'>) {
    const examination = new Examination();
    for (const events of groupBy(truth.acknowledged, named).values()) {
      const kept = await journaled(database, events);
      for (const event of events) if (!truth.isLost(event)) examination.look(whatIsWrong(event, kept));
    }
    return examination.finding();
  },
} satisfies Invariant;

function whatIsWrong(event: Acknowledged, kept: Kept): string | null {
  const { id, keeps, bytes, producer } = event;
  const rows = kept.get(id) ?? [];
  const name = `event ${id} of ${named(event)}, acknowledged to ${producer},`;
  const [row] = rows;
  if (!row) return `${name} is not in the journal`;
  if (rows.length > 1) return `${name} is in the journal ${rows.length} times`;
  const payload = row.payload ?? Buffer.alloc(0);
  const isThere = keeps === 'whole' ? payload.equals(bytes) : payload.includes(bytes);
  return isThere ? null : `${name} is in the journal with other bytes: ${payload.toString().slice(0, 200)}`;
}

async function journaled(database: Database, [first]: readonly Acknowledged[]): Promise<Kept> {
  const rows = await database.query<{ event_id: string; payload: Buffer | null }>(
    'SELECT event_id, payload FROM journal WHERE tenant = $1 AND conversation = $2',
    [first?.tenant, first?.conversation],
  );
  return groupBy(rows, ({ event_id }) => event_id);
}
