import type { Database } from '@verbatim/postgres';
import type { ConfigurationStore, StoredPolicy } from '../../serving/configuration-store';
import { putDefaultPolicy, readDefaultPolicy } from './default-policy';
import { putModelEntry, readModelEntries } from './model-entries';
import { putPolicy, readPolicies } from './policies';

export class PostgresConfigurationStore implements ConfigurationStore {
  constructor(private readonly database: Database) {}

  policies(tenant: string): Promise<StoredPolicy[]> {
    return readPolicies(this.database, tenant, null);
  }

  async policy(tenant: string, name: string): Promise<StoredPolicy | null> {
    const [policy] = await readPolicies(this.database, tenant, name);
    return policy ?? null;
  }

  putPolicy(policy: Omit<StoredPolicy, 'updatedAt'>): Promise<void> {
    return putPolicy(this.database, policy);
  }

  defaultPolicy(tenant: string): Promise<string | null> {
    return readDefaultPolicy(this.database, tenant);
  }

  putDefaultPolicy(tenant: string, name: string): Promise<void> {
    return putDefaultPolicy(this.database, tenant, name);
  }

  modelEntries(tenant: string): Promise<Record<string, unknown>[]> {
    return readModelEntries(this.database, tenant);
  }

  putModelEntry(tenant: string, id: string, entry: Record<string, unknown>): Promise<void> {
    return putModelEntry(this.database, tenant, id, entry);
  }
}
