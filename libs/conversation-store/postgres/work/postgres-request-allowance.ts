import type { Database } from '@verbatim/postgres';
import {
  type AllowanceAccount,
  type AllowanceLimits,
  type RequestAllowance,
  type Reservation,
  secondsToWait,
  type Spending,
} from '../../work/request-allowance';
import { toColumn } from '../text-column';

interface SpentRow extends Spending {
  readonly ageSeconds: number;
}

/** One short transaction a reservation; those for the same account wait for each other, by the database's clock. */
export class PostgresRequestAllowance implements RequestAllowance {
  constructor(private readonly database: Database) {}

  reserve(account: AllowanceAccount, limits: AllowanceLimits, wanted: Spending): Promise<Reservation> {
    const key = [toColumn(account.tenant), toColumn(account.summarizer)];
    return this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1 || chr(1) || $2, 0))', key);
      await tx.execute(
        `DELETE FROM summarizer_requests
         WHERE tenant = $1 AND summarizer = $2 AND made_at <= clock_timestamp() - interval '60 seconds'`,
        key,
      );
      const spent = await tx.query<SpentRow>(
        `SELECT input_tokens AS input, output_tokens AS output,
           extract(epoch FROM clock_timestamp() - made_at)::float8 AS "ageSeconds"
         FROM summarizer_requests WHERE tenant = $1 AND summarizer = $2`,
        key,
      );
      const seconds = secondsToWait(spent, limits, wanted);
      if (seconds > 0) return { kind: 'wait', seconds };
      const [row] = await tx.query<{ id: string }>(
        `INSERT INTO summarizer_requests (tenant, summarizer, input_tokens, output_tokens)
         VALUES ($1, $2, $3, $4) RETURNING id`,
        [...key, wanted.input, wanted.output],
      );
      if (row === undefined) throw new Error('a reservation was not kept');
      return { kind: 'reserved', id: row.id };
    });
  }

  async correct(id: string, { input, output }: Spending): Promise<void> {
    await this.database.execute(
      'UPDATE summarizer_requests SET input_tokens = $2, output_tokens = $3 WHERE id = $1',
      [id, input, output],
    );
  }
}
