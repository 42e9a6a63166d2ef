import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { fromColumn, toColumn } from '../text-column';

/** On each side of the name in the order of the primary key, and after its first half. */
const LOOKED_AT = 50;

/** See `ConversationReader.near`. */
export async function conversationsNear(database: Queryable, key: ConversationKey): Promise<string[]> {
  const letters = [...key.conversation];
  const firstHalf = letters.slice(0, Math.ceil(letters.length / 2)).join('');
  const rows = await database.query<{ conversation: string }>(
    `(SELECT conversation FROM conversation_heads WHERE tenant = $1 AND conversation > $2
      ORDER BY conversation LIMIT ${LOOKED_AT})
     UNION
     (SELECT conversation FROM conversation_heads WHERE tenant = $1 AND conversation < $2
      ORDER BY conversation DESC LIMIT ${LOOKED_AT})
     UNION
     (SELECT conversation FROM conversation_heads WHERE tenant = $1 AND conversation >= $3 AND conversation <> $2
      ORDER BY conversation LIMIT ${LOOKED_AT})`,
    [...keyParameters(key), toColumn(firstHalf)],
  );
  return rows.map(({ conversation }) => fromColumn(conversation));
}
