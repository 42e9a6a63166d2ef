import type { Database, Queryable } from '@verbatim/postgres';
import type {
  Configuration,
  ConfigurationStore,
  StoredPolicy,
  TemporaryPolicy,
} from '../../serving/configuration-store';
import { toColumn } from '../text-column';
import { putDefaultPolicy, readDefaultPolicy } from './default-policy';
import { putModelEntry, readModelEntries } from './model-entries';
import { putPolicy, readPolicies, removePolicy } from './policies';
import { endTemporaryPolicies, putTemporaryPolicy, readTemporaryPolicy } from './temporary-policies';

/** Arbitrary. */
const lock = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 5501730224810938))';

class PostgresConfiguration implements Configuration {
  constructor(private readonly database: Queryable) {}

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

  removePolicy(tenant: string, name: string): Promise<boolean> {
    return removePolicy(this.database, tenant, name);
  }

  defaultPolicy(tenant: string): Promise<string | null> {
    return readDefaultPolicy(this.database, tenant);
  }

  putDefaultPolicy(tenant: string, name: string): Promise<void> {
    return putDefaultPolicy(this.database, tenant, name);
  }

  temporaryPolicy(tenant: string): Promise<TemporaryPolicy | null> {
    return readTemporaryPolicy(this.database, tenant);
  }

  putTemporaryPolicy(tenant: string, policy: TemporaryPolicy | null): Promise<void> {
    return putTemporaryPolicy(this.database, tenant, policy);
  }

  endTemporaryPolicies(): Promise<string[]> {
    return endTemporaryPolicies(this.database);
  }

  modelEntries(tenant: string): Promise<Record<string, unknown>[]> {
    return readModelEntries(this.database, tenant);
  }

  putModelEntry(tenant: string, id: string, entry: Record<string, unknown>): Promise<void> {
    return putModelEntry(this.database, tenant, id, entry);
  }
}

export class PostgresConfigurationStore extends PostgresConfiguration implements ConfigurationStore {
  constructor(private readonly whole: Database) {
    super(whole);
  }

  exclusively<T>(tenant: string, work: (configuration: Configuration) => Promise<T>): Promise<T> {
    return this.whole.transaction(async (tx) => {
      await tx.query(lock, [toColumn(tenant)]);
      return work(new PostgresConfiguration(tx));
    });
  }
}
