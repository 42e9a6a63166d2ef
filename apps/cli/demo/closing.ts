import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { route, type ApiClient } from '../api-client';
import { CommandFailure } from '../failure';
import { pages } from '../paging';
import { shown } from '../rendering';
import { holds } from '../verification';
import { seenOf } from '../seen/asked-call';
import type { ObservedConversation } from './observed-conversation';
import type { ServedCall } from './served-call';
import type { Tell } from './steps';

/** How long the newest message may take into the journal. */
const PATIENCE_MS = 10_000;
const POLL_MS = 100;

/** Shows one past call and proves it, then the totals. @throws CommandFailure where a proof fails */
export async function close(
  client: ApiClient,
  conversation: ObservedConversation,
  tell: Tell,
): Promise<void> {
  const { calls } = conversation;
  if (conversation.checkpoints === 0 && !conversation.owesSummary) {
    tell({ step: 'no-summary', omitted: calls.some(({ omitted }) => omitted > 0) });
  }
  const past = pastCall(calls);
  if (past !== undefined) await showCall(client, past, tell);
  const unchanged = await isStoredUnchanged(client, conversation);
  const last = calls.at(-1);
  tell({
    step: 'totals',
    messages: conversation.taken.length,
    unchanged,
    calls: calls.length,
    checkpoints: conversation.checkpoints,
    omitted: last?.omitted ?? 0,
    last: last === undefined ? null : { history: last.history.tokens, served: last.tokens },
    all: {
      history: calls.reduce((sum, { history }) => sum + history.tokens, 0),
      served: calls.reduce((sum, { tokens }) => sum + tokens, 0),
    },
  });
  if (!unchanged) throw new CommandFailure('the history is not what was sent');
}

/** Of the calls before the last that saw a summary, else omissions, the shortest; else one in the middle. */
export function pastCall(calls: readonly ServedCall[]): ServedCall | undefined {
  const past = calls.slice(0, -1).toSorted((one, other) => one.shown - other.shown);
  return (
    past.find(({ summaries }) => summaries > 0) ??
    past.find(({ omitted }) => omitted > 0) ??
    calls[Math.floor(calls.length / 2)]
  );
}

async function showCall(client: ApiClient, call: ServedCall, tell: Tell): Promise<void> {
  const path = route`/v1/calls/${call.callId}`;
  const seen = await seenOf(client, call.callId);
  const bySegments = sha256(await client.bytes('GET', `${path}/context?by=segments`));
  const byFold = sha256(await client.bytes('GET', `${path}/context?by=fold`));
  tell({ step: 'past-call', call, seen, sha256: seen.sha256, bySegments, byFold });
  const verdict = (await client.get(`${path}/verify`)).value();
  const same = bySegments === seen.sha256 && byFold === seen.sha256;
  if (!same || !holds(verdict))
    throw new CommandFailure(`the call ${call.callId} does not verify: ${shown(verdict)}`);
}

/** Whether the journal gives every message again, in order, byte for byte as it was sent. */
async function isStoredUnchanged(client: ApiClient, { id, taken }: ObservedConversation): Promise<boolean> {
  let stored: string[] = [];
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    stored = await storedTexts(client, id);
    if (stored.length >= taken.length) break;
  }
  return stored.length === taken.length && stored.every((text, index) => text === taken[index]);
}

async function storedTexts(client: ApiClient, conversation: string): Promise<string[]> {
  const stored: string[] = [];
  const listing = { path: route`/v1/conversations/${conversation}/history`, cursor: 'from' } as const;
  for await (const { items } of pages(client, listing)) {
    stored.push(...items.map((item) => item.property('message')?.slice() ?? ''));
  }
  return stored;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
