/** A named policy of a tenant, resolved. */
export interface StoredPolicy {
  readonly tenant: string;
  readonly name: string;
  readonly version: string;
  readonly document: Record<string, unknown>;
  readonly updatedAt: Date;
}

/** What operators configure for a tenant. */
export interface ConfigurationStore {
  policies(tenant: string): Promise<StoredPolicy[]>;
  policy(tenant: string, name: string): Promise<StoredPolicy | null>;
  putPolicy(policy: Omit<StoredPolicy, 'updatedAt'>): Promise<void>;
  defaultPolicy(tenant: string): Promise<string | null>;
  putDefaultPolicy(tenant: string, name: string): Promise<void>;
  /** Model registry entries of the tenant that stand over the shipped ones. */
  modelEntries(tenant: string): Promise<Record<string, unknown>[]>;
  putModelEntry(tenant: string, id: string, entry: Record<string, unknown>): Promise<void>;
}
