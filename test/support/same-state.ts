import {
  genesisLink,
  nextLink,
  payloadDigest,
  type ConversationKey,
  type ConversationReader,
} from '@verbatim/conversation-store';
import type { Database } from '@verbatim/postgres';
import { eventsThrough } from '../../apps/context-builder/serving/folded-source';
import type { ConversationClient } from './conversation-client';
import { stateProblems } from './state-problems';

/** What the projection holds is what the journal's raw events give when they are folded from the first, row by row. */
export async function expectSameState(
  stored: { readonly database: Database; readonly reader: ConversationReader },
  key: ConversationKey,
): Promise<number> {
  const { position, problems } = await stateProblems(stored, key);
  expect(problems).toEqual([]);
  return position;
}

/** Every link from the salt, the payload and the link before it, up to the one that the head holds. */
export async function expectWholeChain(reader: ConversationReader, key: ConversationKey): Promise<void> {
  const stored = await reader.head(key);
  let link = genesisLink(key);
  let position = 0;
  for await (const event of eventsThrough(reader, key, Number.MAX_SAFE_INTEGER)) {
    position += 1;
    const digest = payloadDigest(event.salt ?? Buffer.alloc(0), event.payload ?? Buffer.alloc(0));
    link = nextLink(link, position, event.eventId, digest);
    expect([event.position, event.link]).toEqual([position, link]);
  }
  expect([stored?.journalPosition, stored?.journalLink]).toEqual([position, link]);
}

/** The answer without what differs from call to call; an error's code. */
export async function answerOf(client: ConversationClient, request: object) {
  const { status, body } = await client.tryContext(request);
  if (!('callId' in body)) return { status, code: body.code, callId: null };
  const { callId, ...answer } = body;
  return { status, answer: { ...answer, prefix: undefined }, callId };
}
