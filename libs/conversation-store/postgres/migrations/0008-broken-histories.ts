import type { Migration } from '@verbatim/postgres';

/**
 * What a view needs to repair a history: which results of a message answer no call of its group (before, a message held
 * one, and `unmatched` said it), and which of its call ids were used before.
 */
export const brokenHistories: Migration = {
  name: '0008-broken-histories',
  up: `
ALTER TABLE conversation_items
  ADD COLUMN stray integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN reused text[] NOT NULL DEFAULT '{}';
UPDATE conversation_items SET stray = '{0}' WHERE unmatched IS NOT NULL;
UPDATE conversation_items AS item SET reused = ARRAY(
  SELECT called.id FROM unnest(item.calls) AS called (id)
  WHERE EXISTS (
    SELECT FROM conversation_calls AS use
    WHERE use.tenant = item.tenant AND use.conversation = item.conversation
      AND use.call_hash = sha256(convert_to(called.id, 'UTF8')) AND use.group_position < item.position))
WHERE calls <> '{}';
`,
};
