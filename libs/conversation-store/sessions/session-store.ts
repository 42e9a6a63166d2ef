import type { ConversationKey } from '../journal-row';

/** Of a tenant that limits its sessions; an idle timeout of 0 is never. */
export interface SessionLimit {
  readonly max: number;
  readonly idleTimeoutMinutes: number;
}

/** What a conversation that asks for a context is told. */
export type SessionEntry =
  | { readonly entered: true }
  | {
      readonly entered: false;
      /** Sessions of the tenant. */
      readonly active: number;
      /** Seconds until the first of them is idle for too long; null where none ever is. */
      readonly freeInSeconds: number | null;
    };

/**
 * Conversations for which a context was asked lately (SPEC 6), over all processes and by the database's clock. One that
 * does not exist has no session.
 */
export interface SessionStore {
  /** Goes on with the conversation's session, else opens one, unless the tenant has `max` others. */
  enter(key: ConversationKey, limit: SessionLimit): Promise<SessionEntry>;
  /** Records a use without asking for a limit. */
  touch(keys: readonly ConversationKey[]): Promise<void>;
  /** Sessions of one tenant. */
  active(tenant: string, idleTimeoutMinutes: number): Promise<number>;
  /**
   * Sessions of all tenants, each by the timeout of its default policy, or the one given where it has none.
   */
  total(idleTimeoutMinutes: number): Promise<number>;
  /** Ends what is idle for too long, of all tenants, timeouts as for `total`. Answers how many there were. */
  reap(idleTimeoutMinutes: number): Promise<number>;
}
