import { VerbatimError, type Limits, type Policy } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import { checkEvent, type OutgoingEvent } from '../appending/check-event';
import type { EventIds } from '../appending/event-ids';
import type { EventPublisher, Published } from '../appending/event-publisher';
import { writeApiEvent } from '../appending/write-api-event';
import { namedPolicy, type NamedPolicy } from './named-policies';
import type { PolicyCatalogue } from './policy-catalogue';

/** A conversation is in use when something happened in it this lately (SPEC 6, idle timeout). */
const IN_USE_MS = 60 * 60_000;
/** Conversations told of a changed default in one append. */
const CHUNK = 500;

export interface PolicyServiceOptions {
  readonly catalogue: PolicyCatalogue;
  readonly publisher: EventPublisher;
  readonly reader: ConversationReader;
  readonly limits: Limits;
}

/** A policy as a request names or writes it. */
export type WrittenPolicy = { readonly name: string } | { readonly document: unknown };

interface Assignment {
  readonly name: string | null;
  readonly origin: 'default' | 'assigned';
  readonly version: string;
  readonly policy: Policy;
}

/** Changes policies and says so to the conversations they hold for: they act from the position of that event on. */
export class PolicyService {
  constructor(private readonly options: PolicyServiceOptions) {}

  /** Keeps a policy under a name. Where that is the tenant's default, conversations in use are told at once. */
  async put(tenant: string, name: string, document: unknown, idOf: EventIds): Promise<NamedPolicy> {
    const { catalogue } = this.options;
    const stored = await catalogue.put(tenant, name, await catalogue.resolve(document));
    if ((await catalogue.defaultName(tenant)) === name) {
      await catalogue.putDefault(tenant, stored);
      await this.tellFollowers(tenant, stored, idOf);
    }
    return stored;
  }

  /** @throws VerbatimError `policy-not-found` */
  async setDefault(
    tenant: string,
    name: string,
    idOf: EventIds,
  ): Promise<{ name: string; version: string; conversations: number }> {
    const policy = await this.options.catalogue.get(tenant, name);
    await this.options.catalogue.putDefault(tenant, policy);
    const conversations = await this.tellFollowers(tenant, policy, idOf);
    return { name, version: policy.version, conversations };
  }

  /** Changes the tenant's default policy, see `PolicyCatalogue.changeDefault`; conversations in use are told at once. */
  async changeDefault(
    tenant: string,
    change: (policy: Policy) => unknown,
    { temporary, idOf }: { readonly temporary: boolean; readonly idOf: EventIds },
  ): Promise<NamedPolicy & { conversations: number }> {
    const inForce = await this.options.catalogue.changeDefault(tenant, change, { temporary });
    return { ...inForce, conversations: await this.tellFollowers(tenant, inForce, idOf) };
  }

  /** Tells conversations in use what the default policy of their tenant is now. */
  async tellDefaults(tenants: readonly string[], idOf: EventIds): Promise<void> {
    for (const tenant of tenants) {
      await this.tellFollowers(tenant, await this.options.catalogue.defaultInForce(tenant), idOf);
    }
  }

  /** Gives a conversation a policy of its own, by name or as a document; the conversation need not exist yet. */
  async assign(
    key: ConversationKey,
    written: WrittenPolicy,
    idOf: EventIds,
  ): Promise<Published & { name: string | null; version: string }> {
    const { name, version, policy } = await this.resolve(key.tenant, written);
    const event = this.event(key, { name, origin: 'assigned', version, policy }, idOf);
    return { name, version, ...(await this.options.publisher.publish([event])) };
  }

  /**
   * Removes a stored policy. Conversations that are under it keep it: their journal holds all of it.
   * @returns how many they are, and whether a preset of that name is there again as it is shipped
   * @throws VerbatimError see `PolicyCatalogue.remove`
   */
  async remove(
    tenant: string,
    name: string,
  ): Promise<{ name: string; preset: boolean; conversations: number }> {
    const { preset } = await this.options.catalogue.remove(tenant, name);
    return { name, preset, conversations: await this.options.reader.conversationsUnder(tenant, name) };
  }

  /** @throws VerbatimError `policy-not-found`, or see `PolicyCatalogue.resolve` */
  async resolve(tenant: string, written: WrittenPolicy): Promise<Omit<Assignment, 'origin'>> {
    if ('name' in written) return this.options.catalogue.get(tenant, written.name);
    const { version, policy } = namedPolicy('', await this.options.catalogue.resolve(written.document));
    return { name: null, version, policy };
  }

  private async tellFollowers(tenant: string, policy: NamedPolicy, idOf: EventIds): Promise<number> {
    const since = new Date(Date.now() - IN_USE_MS);
    const followers = await this.options.reader.followersOfDefault(tenant, since);
    const events = followers.map((key) => this.event(key, { ...policy, origin: 'default' }, idOf));
    for (let at = 0; at < events.length; at += CHUNK) {
      await this.options.publisher.publish(events.slice(at, at + CHUNK));
    }
    return followers.length;
  }

  private event(key: ConversationKey, assignment: Assignment, idOf: EventIds): OutgoingEvent {
    const { name, origin, version, policy } = assignment;
    const dataText = JSON.stringify({ name, origin, version, policy });
    const text = writeApiEvent(key, { id: idOf(0), type: 'PolicyAssigned', dataText, time: new Date() });
    return checkEvent(text, { limits: this.options.limits, by: 'operator', name: 'policy' });
  }
}

/** @throws VerbatimError `request-invalid` for a name that no policy may have */
export function checkPolicyName(name: string): string {
  if (/^[\w.-]{1,128}$/.test(name) && name !== 'default') return name;
  const reason = name === 'default' ? 'is the route of the default' : 'has letters, digits, ".", "_" or "-"';
  throw new VerbatimError('request-invalid', `name: a policy's name ${reason}`, { name: name.slice(0, 128) });
}
