import type { Database } from '@verbatim/postgres';
import type { Invariant } from '../contract';
import type { Evidence } from './evidence';
import { Examination, named } from './examination';
import { groupBy } from './lists';

interface Key {
  readonly tenant: string;
  readonly conversation: string;
}

interface Event extends Key {
  readonly position: string;
  readonly event_id: string;
  readonly type: string;
  readonly payload: Buffer;
  readonly refusal: string | null;
  readonly status: string | null;
}

/** What services of our own wrote and the fold has judged. */
const own = `
  SELECT event.tenant, event.conversation, event.position, event.event_id, event.type, event.payload,
         refused.code AS refusal, checkpoint.status
  FROM journal AS event
  JOIN conversation_heads AS head USING (tenant, conversation)
  LEFT JOIN event_refusals AS refused USING (tenant, conversation, position)
  LEFT JOIN conversation_checkpoints AS checkpoint
    ON checkpoint.tenant = event.tenant AND checkpoint.conversation = event.conversation AND checkpoint.id = event.event_id
  WHERE event.type IN ('CheckpointCreated', 'TopicSummarized', 'BulksMerged', 'TopicsArchived', 'BulkRetired',
      'MessagesTruncated', 'ToolResultsFiltered')
    AND event.ignored_code IS NULL AND event.position <= head.applied_position
  ORDER BY event.tenant, event.conversation, event.position`;

const summaries = new Set(['CheckpointCreated', 'TopicSummarized', 'BulksMerged']);

export const work = {
  number: 5,
  name: 'work',
  holds:
    'each due piece of work led to at most one accepted event; active checkpoints never overlap; refusals are recorded',
  async check({ database }: Pick<Evidence, 'database'>) {
    const examination = new Examination();
    const events = await database.query<Event>(own);
    for (const event of events) examination.look(unrecorded(event));
    const accepted = events.filter(({ refusal }) => refusal === null);
    for (const same of groupBy(accepted, pieceOf).values())
      examination.expect(same.length === 1, twice(same));
    for (const problem of await overlaps(database)) examination.expect(false, problem);
    return examination.finding();
  },
} satisfies Invariant;

/** What an event carries out: what it says but for words, and what it was decided from. */
function pieceOf({ tenant, conversation, type, payload, event_id }: Event): string {
  const { data } = JSON.parse(payload.toString()) as { data: Record<string, unknown> };
  const { messages, results, range, topic, topics, bulk, bulks, policyVersion, summary } = data;
  // A cut is put on record later than it was decided: which attempt it was stands in its id (ADR 3).
  const attempt = summary ? data['attempt'] : event_id.slice(event_id.lastIndexOf('.') + 1);
  const parts = [messages, results].map((list) => (Array.isArray(list) ? list.map(partOf) : null));
  const decision = { range, topic, topics, bulk, bulks, parts, policyVersion, attempt };
  return JSON.stringify([tenant, conversation, type, decision]);
}

/** What was cut may be cut shorter later, when less room is left for it: that is another piece of work. */
function partOf({ message, result, mode, characters }: Part) {
  return [message, result, mode, characters];
}

interface Part {
  readonly message?: string;
  readonly result?: number;
  readonly mode?: string;
  /** That stay of what is cut. */
  readonly characters?: number;
}

function twice([first, second]: readonly Event[]): string {
  if (!first || !second) return '';
  return `${named(first)}: one piece of work led to ${first.event_id} at ${first.position} and ${second.event_id} at ${second.position}`;
}

/** Of a summary the fold leaves a row, whatever became of it: one that it refused has its reason on record. */
function unrecorded(event: Event): string | null {
  const { event_id, position, type, refusal, status } = event;
  if (!summaries.has(type)) return null;
  const name = `${named(event)}: ${type} ${event_id} at ${position}`;
  if (status === null) return refusal === null ? `${name} left no trace` : null;
  if ((status === 'refused') === (refusal !== null)) return null;
  return `${name} is ${status}, its refusal is ${refusal ?? 'not recorded'}`;
}

interface Overlap extends Key {
  readonly one: string;
  readonly other: string;
}

async function overlaps(database: Database): Promise<string[]> {
  const found = await database.query<Overlap>(
    `SELECT one.tenant, one.conversation, one.id AS one, other.id AS other
     FROM conversation_checkpoints AS one
     JOIN conversation_checkpoints AS other USING (tenant, conversation)
     WHERE one.status = 'active' AND other.status = 'active' AND one.id < other.id
       AND one.from_ordinal < other.to_ordinal AND other.from_ordinal < one.to_ordinal`,
  );
  return found.map(
    ({ one, other, ...key }) => `${named(key)}: the active checkpoints ${one} and ${other} overlap`,
  );
}
