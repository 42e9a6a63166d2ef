import { timingSafeEqual } from 'node:crypto';
import type { ApiKeyStore } from '@verbatim/conversation-store';
import { hashOfKey, type ConfiguredKey } from '@verbatim/platform';
import type { Caller } from './caller';

/** How long a key that was found is not looked up again: a revocation acts within this time. */
export const KNOWN_FOR_MS = 2000;

export interface KeyDirectoryOptions {
  readonly configured: readonly ConfiguredKey[];
  readonly store: Pick<ApiKeyStore, 'active'>;
  /** Milliseconds that never run backwards. */
  readonly now?: () => number;
}

/** What an API key allows. Keys are compared by hash: configured ones in constant time, stored ones by index. */
export class KeyDirectory {
  /** By hash; keys that do not exist are not remembered, so that nobody can fill it. */
  private readonly known = new Map<string, { readonly caller: Caller; readonly until: number }>();
  private readonly now: () => number;

  constructor(private readonly options: KeyDirectoryOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /** Null where no key is like this, or it was revoked. */
  async find(key: string): Promise<Caller | null> {
    const sha256 = hashOfKey(key);
    const configured = this.options.configured.find((each) => timingSafeEqual(each.sha256, sha256));
    if (configured === undefined) return this.stored(sha256);
    const { tenant, scopes } = configured;
    return { tenant, scopes, by: `configured-${sha256.toString('hex').slice(0, 8)}` };
  }

  private async stored(sha256: Buffer): Promise<Caller | null> {
    const name = sha256.toString('hex');
    const known = this.known.get(name);
    const now = this.now();
    if (known !== undefined && now < known.until) return known.caller;
    const found = await this.options.store.active(sha256);
    if (found === null) {
      this.known.delete(name);
      return null;
    }
    const caller = { tenant: found.tenant, scopes: found.scopes, by: found.id };
    this.known.set(name, { caller, until: now + KNOWN_FOR_MS });
    return caller;
  }
}
