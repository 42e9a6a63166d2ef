/** A named policy of a tenant, resolved. */
export interface StoredPolicy {
  readonly tenant: string;
  readonly name: string;
  readonly version: string;
  readonly document: Record<string, unknown>;
  readonly updatedAt: Date;
}

/** A policy that is a tenant's default until the services restart, over the one that is kept. */
export type TemporaryPolicy = Omit<StoredPolicy, 'tenant' | 'updatedAt'>;

/** What operators configure for a tenant. */
export interface Configuration {
  policies(tenant: string): Promise<StoredPolicy[]>;
  policy(tenant: string, name: string): Promise<StoredPolicy | null>;
  putPolicy(policy: Omit<StoredPolicy, 'updatedAt'>): Promise<void>;
  /** False where there was none. */
  removePolicy(tenant: string, name: string): Promise<boolean>;
  defaultPolicy(tenant: string): Promise<string | null>;
  putDefaultPolicy(tenant: string, name: string): Promise<void>;
  temporaryPolicy(tenant: string): Promise<TemporaryPolicy | null>;
  /** Null ends it. */
  putTemporaryPolicy(tenant: string, policy: TemporaryPolicy | null): Promise<void>;
  /** Answers the tenants that had one. */
  endTemporaryPolicies(): Promise<string[]>;
  /** Model registry entries of the tenant that stand over the shipped ones. */
  modelEntries(tenant: string): Promise<Record<string, unknown>[]>;
  putModelEntry(tenant: string, id: string, entry: Record<string, unknown>): Promise<void>;
}

export interface ConfigurationStore extends Configuration {
  /**
   * Commits what `work` writes as one, and lets nobody else do so for the tenant meanwhile. It may run again, so it must
   * have no other effects.
   */
  exclusively<T>(tenant: string, work: (configuration: Configuration) => Promise<T>): Promise<T>;
}
