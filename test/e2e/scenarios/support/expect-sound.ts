import type { ConversationKey } from '@verbatim/conversation-store';
import { call } from '../../../support/conversation-client';
import { expectSameState, expectWholeChain } from '../../../support/same-state';
import type { World } from './world';

/**
 * How every scenario ends: positions are gapless and no event is there twice, what is live is the fold of the journal, the
 * chain is whole, and every receipt can be made again from its segments and from the events.
 */
export async function expectSound(world: World): Promise<void> {
  const keys = await world.conversations();
  expect(keys).not.toEqual([]);
  for (const key of keys) {
    await expectGapless(world, key);
    await expectSameState(world, key);
    await expectWholeChain(world.reader, key);
  }
  await expectReceipts(world);
}

async function expectGapless({ reader }: World, key: ConversationKey): Promise<void> {
  const events = await reader.events(key, 0, Number.MAX_SAFE_INTEGER, 100_000);
  const head = await reader.head(key);
  expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1));
  expect(events).toHaveLength(head?.journalPosition ?? 0);
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
}

async function expectReceipts({ database, url }: World): Promise<void> {
  const receipts = await database.query<{ tenant: string; call_id: string }>(
    'SELECT tenant, call_id FROM receipts ORDER BY sequence',
  );
  expect(receipts).not.toEqual([]);
  for (const { tenant, call_id: id } of receipts) {
    const { text, body } = await call<object>(url, 'GET', `/v1/calls/${id}/verify`, undefined, tenant);
    expect([text, body]).toEqual([text, expect.objectContaining({ segments: 'ok', fold: 'ok' })]);
  }
}
