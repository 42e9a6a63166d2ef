import { VerbatimError } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ApiKeyStore, NewApiKey, StoredApiKey } from '../../security/api-key-store';
import { toTextOrNull } from '../rows/columns';
import { fromColumn, toColumn } from '../text-column';

interface ApiKeyRow {
  readonly id: string;
  readonly tenant: string;
  readonly name: string | null;
  readonly scopes: string[];
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

const columns = 'id, tenant, name, scopes, created_at, revoked_at';
const idPattern = /^\d{1,18}$/;

export class PostgresApiKeyStore implements ApiKeyStore {
  constructor(private readonly database: Queryable) {}

  async create({ tenant, name, scopes, sha256 }: NewApiKey): Promise<StoredApiKey> {
    const [row] = await this.database.query<ApiKeyRow>(
      `INSERT INTO api_keys (tenant, name, scopes, sha256) VALUES ($1, $2, $3, $4) RETURNING ${columns}`,
      [toColumn(tenant), name === null ? null : toColumn(name), scopes, sha256],
    );
    if (row === undefined) throw new Error('an inserted API key was not returned');
    return fromRow(row);
  }

  active(sha256: Buffer): Promise<StoredApiKey | null> {
    const sql = `SELECT ${columns} FROM api_keys WHERE sha256 = $1 AND revoked_at IS NULL`;
    return this.one(sql, [sha256]);
  }

  async hasActive(): Promise<boolean> {
    const found = await this.database.query('SELECT FROM api_keys WHERE revoked_at IS NULL LIMIT 1');
    return found.length > 0;
  }

  async list(tenant: string, after: string | null, limit: number): Promise<StoredApiKey[]> {
    if (after !== null && !idPattern.test(after)) {
      throw new VerbatimError('request-invalid', 'after: not the cursor of a list of keys');
    }
    const rows = await this.database.query<ApiKeyRow>(
      `SELECT ${columns} FROM api_keys WHERE tenant = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [toColumn(tenant), after ?? 0, limit],
    );
    return rows.map(fromRow);
  }

  async revoke(tenant: string, id: string): Promise<StoredApiKey | null> {
    if (!idPattern.test(id)) return null;
    const sql = `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE tenant = $1 AND id = $2`;
    return this.one(`${sql} RETURNING ${columns}`, [toColumn(tenant), id]);
  }

  private async one(sql: string, parameters: readonly unknown[]): Promise<StoredApiKey | null> {
    const [row] = await this.database.query<ApiKeyRow>(sql, parameters);
    return row === undefined ? null : fromRow(row);
  }
}

function fromRow(row: ApiKeyRow): StoredApiKey {
  return {
    id: row.id,
    tenant: fromColumn(row.tenant),
    name: toTextOrNull(row.name),
    scopes: row.scopes,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}
