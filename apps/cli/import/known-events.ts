import type { ApiClient } from '../api-client';
import { members } from '../rendering';
import type { Entry } from './source';

export type EntryName = Pick<Entry, 'conversation' | 'id'>;

/** One event of one conversation, as a key. */
export function keyOf({ conversation, id }: EntryName): string {
  return JSON.stringify([conversation, id]);
}

/** The keys of those that the service has in its journal. At most a batch of them may be asked for at once. */
export async function knownEvents(client: ApiClient, names: readonly EntryName[]): Promise<Set<string>> {
  const asked = names.filter(({ conversation, id }) => conversation !== '' && id !== '');
  if (asked.length === 0) return new Set();
  const events = asked.map(({ conversation, id }) => ({ subject: conversation, id }));
  const answer = await client.send('POST', '/v1/events/known', { body: JSON.stringify({ events }) });
  const found = answer.property('events')?.elements() ?? [];
  return new Set(
    found.map((event) => {
      const { subject, id } = members(event.value());
      return keyOf({ conversation: String(subject), id: String(id) });
    }),
  );
}
