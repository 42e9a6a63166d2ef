import type { Queryable } from '@verbatim/postgres';
import type { DatabaseResources } from '../../operations/operations-reader';
import { toNumber } from '../rows/columns';
import { fromColumn } from '../text-column';

type OpenTransaction = DatabaseResources['open'][number];

export async function databaseResources(
  database: Queryable,
  openSeconds: number,
): Promise<DatabaseResources> {
  const [figures] = await database.query<{ connections: string; most: string; bytes: string }>(
    `SELECT (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL) AS connections,
       current_setting('max_connections') AS most, pg_database_size(current_database()) AS bytes`,
  );
  if (figures === undefined) throw new Error('the database told nothing about itself');
  const open = await database.query<OpenTransaction>(
    'SELECT pid, login, application, state, seconds, locked FROM open_transactions(make_interval(secs => $1))',
    [openSeconds],
  );
  const circuits = await database.query<{ model: string; until: Date; reason: string }>(
    'SELECT model, open_until AS until, reason FROM model_circuits WHERE open_until > now() ORDER BY model',
  );
  return {
    connections: toNumber(figures.connections),
    mostConnections: toNumber(figures.most),
    bytes: toNumber(figures.bytes),
    open,
    circuits: circuits.map(({ model, until, reason }) => ({
      model: fromColumn(model),
      until,
      reason: fromColumn(reason),
    })),
  };
}
