import { VerbatimError } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type {
  ConversationAbout,
  ConversationListing,
  ConversationPage,
} from '../../reading/conversation-reader';
import { keyParameters } from '../key-parameters';
import { descriptionColumns, descriptionFromRow, type DescriptionRow } from '../rows/description-row';
import { headColumns, headFromRow, type HeadRow } from '../rows/head-row';
import { fromColumn, toColumn } from '../text-column';
import { filtersOf } from './conversation-filters';

interface Times {
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface ListingRow extends HeadRow, DescriptionRow, Times {
  /** Microseconds since 1970, which a Date does not hold. */
  readonly created_us: string;
}

const TABLES =
  'conversation_heads AS head LEFT JOIN conversation_descriptions AS described USING (tenant, conversation)';

const CAME = 'head.created_at, conversation';
const CURSOR = "(timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::text)";

const orders = {
  id: { isBehind: '$2::bigint IS NULL AND conversation > $3', by: 'conversation' },
  oldest: { isBehind: `(${CAME}) > ${CURSOR}`, by: CAME },
  newest: { isBehind: `(${CAME}) < ${CURSOR}`, by: 'head.created_at DESC, conversation DESC' },
} as const;

/** See `ConversationReader.conversations`. */
export async function conversationsAfter(
  database: Queryable,
  tenant: string,
  page: ConversationPage,
): Promise<ConversationListing[]> {
  const { isBehind, by } = orders[page.order];
  const { createdUs, conversation } = readCursor(page);
  const { conditions, parameters } = filtersOf(page, 5);
  const rows = await database.query<ListingRow>(
    `SELECT ${headColumns}, ${descriptionColumns}, head.created_at, head.updated_at,
       (extract(epoch FROM head.created_at) * 1000000)::bigint AS created_us
     FROM ${TABLES}
     WHERE ${['tenant = $1', `($3::text IS NULL OR ${isBehind})`, ...conditions].join(' AND ')}
     ORDER BY ${by} LIMIT $4`,
    [toColumn(tenant), createdUs, conversation, page.limit, ...parameters],
  );
  return rows.map((row) => listingOf(row, page.order));
}

function listingOf(row: ListingRow, order: ConversationPage['order']): ConversationListing {
  const { tenant, conversation, journalPosition, head } = headFromRow(row);
  const cursor = order === 'id' ? conversation : `${row.created_us}/${conversation}`;
  return { tenant, conversation, head, journalPosition, cursor, ...aboutOf(row) };
}

/** @throws VerbatimError `request-invalid` where it is no cursor of a list in this order */
function readCursor({ after, order }: Pick<ConversationPage, 'after' | 'order'>) {
  if (after === null) return { createdUs: null, conversation: null };
  if (order === 'id') return { createdUs: null, conversation: toColumn(after) };
  const [, createdUs, conversation] = /^(\d{1,17})\/(.+)$/su.exec(after) ?? [];
  if (createdUs === undefined || conversation === undefined) {
    throw new VerbatimError('request-invalid', `after: not the cursor of a list in the order ${order}`);
  }
  return { createdUs, conversation: toColumn(conversation) };
}

/** See `ConversationReader.about`. */
export async function aboutConversation(
  database: Queryable,
  key: ConversationKey,
): Promise<ConversationAbout | null> {
  const [row] = await database.query<DescriptionRow & Times>(
    `SELECT ${descriptionColumns}, head.created_at, head.updated_at FROM ${TABLES}
     WHERE tenant = $1 AND conversation = $2`,
    keyParameters(key),
  );
  return row === undefined ? null : aboutOf(row);
}

function aboutOf(row: DescriptionRow & Times): ConversationAbout {
  return { description: descriptionFromRow(row), createdAt: row.created_at, updatedAt: row.updated_at };
}

export async function followersOfDefault(
  database: Queryable,
  tenant: string,
  usedSince: Date,
): Promise<ConversationKey[]> {
  const rows = await database.query<{ conversation: string }>(
    `SELECT conversation FROM conversation_heads
     WHERE tenant = $1 AND state -> 'policy' ->> 'origin' = 'default' AND (updated_at >= $2 OR EXISTS (
       SELECT FROM sessions
       WHERE sessions.tenant = conversation_heads.tenant AND sessions.conversation = conversation_heads.conversation
         AND last_used >= $2
     ))
     ORDER BY conversation`,
    [toColumn(tenant), usedSince],
  );
  return rows.map(({ conversation }) => ({ tenant, conversation: fromColumn(conversation) }));
}

export async function conversationsUnder(
  database: Queryable,
  tenant: string,
  policy: string,
): Promise<number> {
  const [row] = await database.query<{ conversations: number }>(
    `SELECT count(*)::int AS conversations FROM conversation_heads
     WHERE tenant = $1 AND state -> 'policy' ->> 'name' = $2`,
    [toColumn(tenant), toColumn(policy)],
  );
  return row?.conversations ?? 0;
}
