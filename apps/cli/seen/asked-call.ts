import { route, type ApiClient } from '../api-client';
import { shown, valueAt } from '../rendering';
import type { Seen } from './answers';
import { readSeen } from './read-answers';
import type { Proof } from './seen-text';

/** The id of a conversation's call that is named by its ordinal, its id or the beginning of one. @throws ApiError */
export async function callIdOf(client: ApiClient, conversation: string, call: string): Promise<string> {
  const answer = await client.get(route`/v1/conversations/${conversation}/calls/${call}`);
  return shownId(valueAt(answer.value(), 'callId'));
}

/**
 * The call of a command line: of one word an id or its beginning, which the service understands; of two a conversation and
 * its call.
 */
export async function askedCall(
  client: ApiClient,
  first: string,
  second: string | undefined,
): Promise<string> {
  return second === undefined ? first : callIdOf(client, first, second);
}

export async function seenOf(client: ApiClient, callId: string): Promise<Seen> {
  return readSeen((await client.get(route`/v1/calls/${callId}/seen`)).value());
}

/** What `verify` answered, as it is printed. */
export function proofOf(verdict: unknown): Proof {
  const at = (name: string): string => shown(valueAt(verdict, name));
  return { segments: at('segments'), fold: at('fold'), sent: at('sent') };
}

function shownId(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
