import { nearestNames, VerbatimError, type Limits, type Policy } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import { checkEvent, type OutgoingEvent } from '../appending/check-event';
import type { EventIds } from '../appending/event-ids';
import type { EventPublisher, Published } from '../appending/event-publisher';
import { writeApiEvent } from '../appending/write-api-event';
import { namedPolicy, type NamedPolicy } from './named-policies';
import type { PolicyCatalogue } from './policy-catalogue';
import { voidSessions, voidUnder, type VoidSetting } from './void-settings';

/** A conversation is in use when something happened in it this lately (SPEC 6, idle timeout). */
const IN_USE_MS = 60 * 60_000;
/** Names that are told where one is not known. */
const NEAR_NAMES = 3;
/** Conversations told of a changed default in one append. */
const CHUNK = 500;

export interface PolicyServiceOptions {
  readonly catalogue: PolicyCatalogue;
  readonly publisher: EventPublisher;
  readonly reader: ConversationReader;
  readonly limits: Limits;
  /** The operator's ceiling over all policies, in messages. */
  readonly ceiling: number;
}

/** What became of an assignment. */
export interface Assigned extends Published {
  readonly name: string | null;
  readonly version: string;
  /** No event of the conversation is known: a name that was mistyped makes a new one. */
  readonly isNew: boolean;
  /** Where it is new: conversations whose names are like this one. */
  readonly near: readonly string[];
  readonly notices: readonly VoidSetting[];
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

  /** Settings of a policy that others make void: the operator's ceiling, and what only the default policy can say. */
  async notices(tenant: string, policy: Pick<NamedPolicy, 'name' | 'policy'>): Promise<VoidSetting[]> {
    const inForce = await this.options.catalogue.defaultInForce(tenant);
    return [...voidUnder(policy.policy, this.options.ceiling), ...voidSessions(policy, inForce)];
  }

  /**
   * Gives a conversation a policy of its own, by name or as a document; it need not exist yet, unless `existing` says so.
   * @throws VerbatimError `conversation-not-found`, with names that are like it
   */
  async assign(
    key: ConversationKey,
    written: WrittenPolicy,
    { existing, idOf }: { readonly existing: boolean; readonly idOf: EventIds },
  ): Promise<Assigned> {
    const { name, version, policy } = await this.resolve(key.tenant, written);
    const isNew = (await this.options.reader.head(key)) === null;
    const near = isNew ? nearestNames(key.conversation, await this.options.reader.near(key), NEAR_NAMES) : [];
    if (isNew && existing) throw notThere(key, near);
    const notices = await this.notices(key.tenant, { name: name ?? '', policy });
    const event = this.event(key, { name, origin: 'assigned', version, policy }, idOf);
    return { name, version, isNew, near, notices, ...(await this.options.publisher.publish([event])) };
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

function notThere({ conversation }: ConversationKey, near: readonly string[]): VerbatimError {
  const hint = near.length === 0 ? '' : `; near it: ${near.join(', ')}`;
  const detail = `there is no conversation ${conversation}${hint}`;
  return new VerbatimError('conversation-not-found', detail, { conversation, near });
}

/** @throws VerbatimError `request-invalid` for a name that no policy may have */
export function checkPolicyName(name: string): string {
  if (/^[\w.-]{1,128}$/.test(name) && name !== 'default') return name;
  const reason = name === 'default' ? 'is the route of the default' : 'has letters, digits, ".", "_" or "-"';
  throw new VerbatimError('request-invalid', `name: a policy's name ${reason}`, { name: name.slice(0, 128) });
}
