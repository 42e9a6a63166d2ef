import { VerbatimError, windowOnly, type SessionsPolicy } from '@verbatim/conversation';
import { conversationKey, type ConversationKey, type SessionStore } from '@verbatim/conversation-store';
import type { Logger, Metrics } from '@verbatim/platform';
import type { PolicyCatalogue } from '../configuration/policy-catalogue';

/** Without a limit a session's uses are recorded once in so long, together with those of others. */
const TOUCH_MS = 60_000;
const FLUSH_MS = 1000;
const REAP_MS = 60_000;

/** What holds for tenants that set no default. */
const { idleTimeoutMinutes: BUILT_IN_TIMEOUT } = windowOnly.sessions;

export interface SessionServiceOptions {
  readonly store: SessionStore;
  readonly catalogue: Pick<PolicyCatalogue, 'defaultLately'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * The conversations for which contexts are asked (SPEC 6). How many there may be, and when one ends, is said by the tenant's
 * default policy; what a conversation's own policy says of sessions has no effect.
 */
export class SessionService {
  /** When a conversation's use was last recorded, or is about to be. */
  private readonly touched = new Map<string, number>();
  private readonly waiting = new Map<string, ConversationKey>();
  private flushing: NodeJS.Timeout | undefined;
  private readonly reaping: NodeJS.Timeout;

  constructor(private readonly options: SessionServiceOptions) {
    this.reaping = setInterval(() => void this.quietly(this.reap()), REAP_MS).unref();
    options.metrics.gauge({
      name: 'context_builder_sessions',
      help: 'Conversations for which a context was asked within the idle timeout, over all tenants and processes',
      collect: async (gauge) => gauge.set(await options.store.total(BUILT_IN_TIMEOUT)),
    });
  }

  /** A context is asked for. @throws VerbatimError `session-limit` */
  async enter(key: ConversationKey): Promise<void> {
    const { max, idleTimeoutMinutes } = await this.rules(key.tenant);
    if (max === null) {
      this.touch(key);
      return;
    }
    const entry = await this.options.store.enter(key, { max, idleTimeoutMinutes });
    if (!entry.entered) throw limitReached(key, { max, idleTimeoutMinutes, ...entry });
  }

  async active(tenant: string): Promise<number> {
    await this.flush();
    return this.options.store.active(tenant, (await this.rules(tenant)).idleTimeoutMinutes);
  }

  /** Ends what is idle for too long; the histories stay. */
  reap(): Promise<number> {
    return this.options.store.reap(BUILT_IN_TIMEOUT);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.reaping);
    await this.quietly(this.flush());
  }

  private async rules(tenant: string): Promise<SessionsPolicy> {
    return (await this.options.catalogue.defaultLately(tenant)).policy.sessions;
  }

  private touch(key: ConversationKey): void {
    const name = conversationKey(key);
    const now = Date.now();
    if (now - (this.touched.get(name) ?? -TOUCH_MS) < TOUCH_MS) return;
    this.touched.set(name, now);
    this.waiting.set(name, key);
    this.flushing ??= setTimeout(() => void this.quietly(this.flush()), FLUSH_MS).unref();
  }

  private async flush(): Promise<void> {
    clearTimeout(this.flushing);
    this.flushing = undefined;
    const keys = [...this.waiting.values()];
    this.waiting.clear();
    for (const [name, at] of this.touched) if (Date.now() - at >= TOUCH_MS) this.touched.delete(name);
    if (keys.length === 0) return;
    try {
      await this.options.store.touch(keys);
    } catch (error) {
      for (const key of keys) this.touched.delete(conversationKey(key));
      throw error;
    }
  }

  /** A use that is not recorded ends a session early; a context is worth more. */
  private async quietly(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) =>
      this.options.logger.warn({ err: error }, 'sessions were not recorded'),
    );
  }
}

function limitReached(
  { conversation }: ConversationKey,
  figures: { max: number; idleTimeoutMinutes: number; active: number; freeInSeconds: number | null },
): VerbatimError {
  const { max, idleTimeoutMinutes, active, freeInSeconds } = figures;
  const ends =
    freeInSeconds === null
      ? 'they never end by themselves'
      : `one ends after ${idleTimeoutMinutes} minutes without a context, the next in ${freeInSeconds} seconds`;
  return new VerbatimError(
    'session-limit',
    `${conversation} would be one session more than the tenant may have: ${active} of ${max} are in use; ${ends}; ` +
      'the setting sessions.max raises the limit. Messages can be appended all the same',
    { max, active, idleTimeoutMinutes, freeInSeconds },
  );
}
