/** An API key as it is kept: of its secret there is a hash only, which no reading gives back. */
export interface StoredApiKey {
  readonly id: string;
  readonly tenant: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export interface NewApiKey extends Pick<StoredApiKey, 'tenant' | 'name' | 'scopes'> {
  /** SHA-256 of the secret. */
  readonly sha256: Buffer;
}

export interface ApiKeyStore {
  create(key: NewApiKey): Promise<StoredApiKey>;
  /** Null where no key has this hash, or it was revoked. */
  active(sha256: Buffer): Promise<StoredApiKey | null>;
  /** Whether any tenant has a key that was not revoked. */
  hasActive(): Promise<boolean>;
  /** Oldest first, revoked ones too; `after` is an id. Throws VerbatimError `request-invalid` where it is none. */
  list(tenant: string, after: string | null, limit: number): Promise<StoredApiKey[]>;
  /** Again changes nothing. Null where the tenant has no such key. */
  revoke(tenant: string, id: string): Promise<StoredApiKey | null>;
}
