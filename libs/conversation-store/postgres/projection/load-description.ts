import { noDescription, type Description } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { descriptionColumns, descriptionFromRow, type DescriptionRow } from '../rows/description-row';

const sql = `SELECT ${descriptionColumns} FROM conversation_descriptions WHERE tenant = $1 AND conversation = $2`;

export async function loadDescription(tx: Queryable, key: ConversationKey): Promise<Description> {
  const [row] = await tx.query<DescriptionRow>(sql, keyParameters(key));
  return row === undefined ? noDescription : descriptionFromRow(row);
}
