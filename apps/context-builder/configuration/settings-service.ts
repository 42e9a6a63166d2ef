import type { Policy } from '@verbatim/conversation';
import type { EventIds } from '../appending/event-ids';
import type { SessionService } from '../sessions/session-service';
import { changedChain, type ChainChange } from './plugin-chain';
import type { PolicyCatalogue } from './policy-catalogue';
import type { PolicyService } from './policy-service';
import { voidUnder, type VoidSetting } from './void-settings';
import { settingsInForce, settingsOf, withSettings, type Settings, type SettingsRequest } from './settings';

export interface SettingsServiceOptions {
  readonly catalogue: PolicyCatalogue;
  readonly policies: PolicyService;
  readonly sessions: Pick<SessionService, 'active'>;
  /** The operator's ceiling over all policies, in messages. */
  readonly ceiling: number;
}

/** What became of a change of the tenant's default policy. */
export interface DefaultChanged {
  readonly policy: string;
  readonly version: string;
  /** Conversations in use that were told. */
  readonly conversations: number;
}

/** The settings and the plugin chain of a tenant: parts of its default policy (SPEC 6). */
export class SettingsService {
  constructor(private readonly options: SettingsServiceOptions) {}

  /** `kept` is what is set after the services restart; `inForce` what holds now, under the operator's ceiling. */
  async settings(tenant: string): Promise<{
    policy: string;
    version: string;
    settings: Settings;
    kept: Settings;
    inForce: Settings;
    notices: readonly VoidSetting[];
    sessions: { active: number };
  }> {
    const { kept, temporary } = await this.options.catalogue.defaults(tenant);
    const { name, version, policy } = temporary ?? kept;
    return {
      policy: name,
      version,
      settings: settingsOf(policy),
      kept: settingsOf(kept.policy),
      ...this.inForce(policy),
      sessions: { active: await this.options.sessions.active(tenant) },
    };
  }

  /** @throws VerbatimError `policy-invalid` where a value contradicts the rest of the policy */
  async set(
    tenant: string,
    { temporary, ...written }: SettingsRequest,
    idOf: EventIds,
  ): Promise<DefaultChanged & { settings: Settings; inForce: Settings; notices: readonly VoidSetting[] }> {
    const changed = await this.change(tenant, (policy) => withSettings(policy, written), temporary, idOf);
    return { ...changed.answer, settings: settingsOf(changed.document), ...this.inForce(changed.document) };
  }

  /** @throws VerbatimError see `changedChain`; `plugin-unknown`, `policy-invalid` where an option is wrong */
  async changeChain(
    tenant: string,
    change: ChainChange,
    idOf: EventIds,
  ): Promise<DefaultChanged & { plugins: Policy['plugins'] }> {
    if ('add' in change) {
      await this.options.catalogue.refuseBroken([{ name: change.add, options: change.options }]);
    }
    const withChange = (policy: Policy): Policy => ({
      ...policy,
      plugins: changedChain(policy.plugins, change),
    });
    const { answer, document } = await this.change(tenant, withChange, change.temporary, idOf);
    return { ...answer, plugins: document.plugins };
  }

  private inForce(policy: Policy): { inForce: Settings; notices: readonly VoidSetting[] } {
    const { ceiling } = this.options;
    return { inForce: settingsInForce(policy, ceiling), notices: voidUnder(policy, ceiling) };
  }

  private async change(
    tenant: string,
    change: (policy: Policy) => Policy,
    temporary: boolean,
    idOf: EventIds,
  ): Promise<{ answer: DefaultChanged; document: Policy }> {
    const { name, version, policy, conversations } = await this.options.policies.changeDefault(
      tenant,
      change,
      {
        temporary,
        idOf,
      },
    );
    return { answer: { policy: name, version, conversations }, document: policy };
  }
}
