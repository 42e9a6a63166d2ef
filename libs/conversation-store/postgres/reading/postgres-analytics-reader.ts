import type { Database, Queryable } from '@verbatim/postgres';
import type { AnalyticsReader, ReductionFigures, ServedFigures } from '../../reading/analytics-reader';
import { toNumber } from '../rows/columns';
import { fromColumn, toColumn } from '../text-column';
import { inSnapshot } from './in-snapshot';

/** Which rows: a condition, and what it is asked with. */
interface Scope {
  readonly where: string;
  readonly parameters: readonly string[];
}

export class PostgresAnalyticsReader implements AnalyticsReader {
  constructor(private readonly database: Database) {}

  figures(tenant: string, conversation: string | null): Promise<ReductionFigures> {
    const scope: Scope =
      conversation === null
        ? { where: 'tenant = $1', parameters: [toColumn(tenant)] }
        : {
            where: 'tenant = $1 AND conversation = $2',
            parameters: [toColumn(tenant), toColumn(conversation)],
          };
    return inSnapshot(this.database, async (snapshot) => ({
      ...(await stored(snapshot, scope)),
      ...(await standing(snapshot, scope)),
      spending: await spending(snapshot, scope),
      served: await served(snapshot, scope),
    }));
  }
}

type Row<Name extends string> = Readonly<Record<Name, string>>;

async function stored(
  snapshot: Queryable,
  { where, parameters }: Scope,
): Promise<Pick<ReductionFigures, 'conversations' | 'stored' | 'summariesAvoided'>> {
  const [row] = await snapshot.query<Row<'conversations' | 'messages' | 'tokens' | 'avoided'>>(
    `SELECT count(*) AS conversations, coalesce(sum(stored_messages), 0) AS messages,
       coalesce(sum(stored_tokens), 0) AS tokens, coalesce(sum(summaries_avoided), 0) AS avoided
     FROM conversation_heads WHERE ${where}`,
    parameters,
  );
  return {
    conversations: toNumber(row?.conversations ?? '0'),
    stored: { messages: toNumber(row?.messages ?? '0'), tokens: toNumber(row?.tokens ?? '0') },
    summariesAvoided: toNumber(row?.avoided ?? '0'),
  };
}

/** From the running totals at the ends of each range: two rows a checkpoint, however much it covers. */
async function standing(
  snapshot: Queryable,
  { where, parameters }: Scope,
): Promise<Pick<ReductionFigures, 'covered' | 'summaries'>> {
  const [row] = await snapshot.query<Row<'covered' | 'covered_tokens' | 'summaries' | 'summary_tokens'>>(
    `WITH standing AS (
       SELECT * FROM conversation_checkpoints WHERE ${where} AND status IN ('active', 'retired')
     )
     SELECT coalesce(sum(to_ordinal - from_ordinal), 0) AS covered,
       coalesce(sum(last.tokens_through - first.tokens_through + first.tokens), 0) AS covered_tokens,
       count(*) FILTER (WHERE status = 'active' AND summary IS NOT NULL) AS summaries,
       coalesce(sum(tokens_after) FILTER (WHERE status = 'active'), 0) AS summary_tokens
     FROM standing
     JOIN conversation_items AS first USING (tenant, conversation)
     JOIN conversation_items AS last USING (tenant, conversation)
     WHERE first.ordinal = from_ordinal AND last.ordinal = to_ordinal - 1`,
    parameters,
  );
  return {
    covered: { messages: toNumber(row?.covered ?? '0'), tokens: toNumber(row?.covered_tokens ?? '0') },
    summaries: { messages: toNumber(row?.summaries ?? '0'), tokens: toNumber(row?.summary_tokens ?? '0') },
  };
}

async function spending(
  snapshot: Queryable,
  { where, parameters }: Scope,
): Promise<ReductionFigures['spending']> {
  const rows = await snapshot.query<Row<'summarizer' | 'calls' | 'input' | 'output'>>(
    `SELECT summarizer, sum(calls) AS calls, sum("inputTokens") AS input, sum("outputTokens") AS output
     FROM conversation_heads CROSS JOIN LATERAL jsonb_to_recordset(spending)
       AS spent (summarizer text, calls bigint, "inputTokens" bigint, "outputTokens" bigint)
     WHERE ${where} GROUP BY summarizer ORDER BY summarizer`,
    parameters,
  );
  return rows.map(({ summarizer, calls, input, output }) => ({
    summarizer: fromColumn(summarizer),
    calls: toNumber(calls),
    inputTokens: toNumber(input),
    outputTokens: toNumber(output),
  }));
}

async function served(snapshot: Queryable, { where, parameters }: Scope): Promise<ServedFigures[]> {
  const rows = await snapshot.query<Row<'model' | 'contexts' | 'messages' | 'tokens' | 'were' | 'cost'>>(
    `SELECT model, count(*) AS contexts, sum(messages) AS messages, sum(tokens) AS tokens,
       sum(original_messages) AS were, sum(original_tokens) AS cost
     FROM receipts WHERE ${where} AND original_tokens IS NOT NULL GROUP BY model ORDER BY model`,
    parameters,
  );
  return rows.map((row) => ({
    model: fromColumn(row.model),
    contexts: toNumber(row.contexts),
    messages: toNumber(row.messages),
    tokens: toNumber(row.tokens),
    originalMessages: toNumber(row.were),
    originalTokens: toNumber(row.cost),
  }));
}
