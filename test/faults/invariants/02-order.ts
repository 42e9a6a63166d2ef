import type { Database } from '@verbatim/postgres';
import type { Invariant } from '../contract';
import type { Acknowledged } from '../load/truth';
import type { Evidence } from './evidence';
import { Examination, named } from './examination';
import { groupBy } from './lists';

interface Span {
  readonly tenant: string;
  readonly conversation: string;
  readonly events: string;
  readonly positions: string;
  readonly first: string;
  readonly last: string;
  readonly head: string | null;
}

const spans = `
  SELECT tenant, conversation, count(*) AS events, count(DISTINCT position) AS positions,
         min(position) AS first, max(position) AS last, min(head.journal_position) AS head
  FROM journal LEFT JOIN conversation_heads AS head USING (tenant, conversation)
  GROUP BY tenant, conversation`;

export const order = {
  number: 2,
  name: 'order',
  holds: 'positions of a conversation are gapless and keep the order of each of its producers',
  async check({ truth, database }: Pick<Evidence, 'truth' | 'database'>) {
    const examination = new Examination();
    for (const span of await database.query<Span>(spans)) examination.look(gap(span));
    for (const events of groupBy(truth.acknowledged, named).values()) {
      const positions = await positionsOf(database, events);
      for (const own of groupBy(events, ({ producer }) => producer).values())
        examination.look(...disorder(own, positions));
    }
    return examination.finding();
  },
} satisfies Invariant;

function gap({ events, positions, first, last, head, ...key }: Span): string | null {
  if (first !== '1' || last !== positions || events !== positions) {
    return `${named(key)} has ${events} events at ${positions} positions from ${first} to ${last}`;
  }
  return head === last ? null : `${named(key)} ends at position ${last}, its head says ${head}`;
}

/** Those that are not there are no matter of order. */
function disorder(events: readonly Acknowledged[], positions: ReadonlyMap<string, number>): string[] {
  const problems: string[] = [];
  let newest = { id: '', position: 0 };
  for (const event of events) {
    const { id, producer } = event;
    const position = positions.get(id);
    if (position === undefined) continue;
    if (position < newest.position) {
      problems.push(
        `${named(event)}: ${producer} wrote ${newest.id} before ${id}, but they are at ${newest.position} and ${position}`,
      );
    } else newest = { id, position };
  }
  return problems;
}

async function positionsOf(
  database: Database,
  [first]: readonly Acknowledged[],
): Promise<Map<string, number>> {
  const rows = await database.query<{ event_id: string; position: string }>(
    'SELECT event_id, position FROM journal WHERE tenant = $1 AND conversation = $2',
    [first?.tenant, first?.conversation],
  );
  return new Map(rows.map(({ event_id, position }) => [event_id, Number(position)]));
}
