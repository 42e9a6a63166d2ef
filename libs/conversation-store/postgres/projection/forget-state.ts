import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';

const TABLES = [
  'conversation_items',
  'conversation_groups',
  'conversation_calls',
  'conversation_checkpoints',
  'conversation_descriptions',
  'event_refusals',
];

/** See `ProjectionBatch.forgetState`. The head stays: its row is the lock, and it is written over. */
export async function forgetState(tx: Queryable, key: ConversationKey): Promise<void> {
  for (const table of TABLES) {
    await tx.query(`DELETE FROM ${table} WHERE tenant = $1 AND conversation = $2`, keyParameters(key));
  }
}
