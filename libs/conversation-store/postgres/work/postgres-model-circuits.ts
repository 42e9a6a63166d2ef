import type { Database } from '@verbatim/postgres';
import type { ModelCircuit, ModelCircuits } from '../../work/model-circuits';
import { toColumn } from '../text-column';

export class PostgresModelCircuits implements ModelCircuits {
  constructor(private readonly database: Database) {}

  async opened({ model, until, reason }: ModelCircuit): Promise<void> {
    await this.database.query(
      `INSERT INTO model_circuits (model, open_until, reason) VALUES ($1, $2, $3)
       ON CONFLICT (model) DO UPDATE SET open_until = EXCLUDED.open_until, reason = EXCLUDED.reason`,
      [toColumn(model), new Date(until), toColumn(reason)],
    );
  }

  async closed(model: string): Promise<void> {
    await this.database.query('DELETE FROM model_circuits WHERE model = $1', [toColumn(model)]);
  }
}
