import { resolvePolicy, VerbatimError, type Policy } from '@verbatim/conversation';
import type { ConfigurationStore } from '@verbatim/conversation-store';
import type { PluginDirectory } from '../plugins/plugin-directory';
import { changeKept, changeOver } from './change-default';
import { KnownFor } from './known-for';
import {
  defaultName,
  defaultsOf,
  findPolicy,
  keepPolicy,
  listPolicies,
  namedPolicy,
  removePolicy,
  type Defaults,
  type NamedPolicy,
} from './named-policies';

/** For so long a process may not have heard of what another one changed. */
const KNOWN_FOR_MS = 1000;

/** A tenant's policies, resolved. */
export class PolicyCatalogue {
  private readonly lately = new KnownFor(KNOWN_FOR_MS, (tenant: string) => this.defaultInForce(tenant));

  constructor(
    private readonly configuration: ConfigurationStore,
    private readonly plugins: Pick<PluginDirectory, 'names' | 'problemOf'>,
  ) {}

  /** By name, presets included. */
  list(tenant: string): Promise<NamedPolicy[]> {
    return listPolicies(this.configuration, tenant);
  }

  /** @throws VerbatimError `policy-not-found` */
  get(tenant: string, name: string): Promise<NamedPolicy> {
    return findPolicy(this.configuration, tenant, name);
  }

  defaultName(tenant: string): Promise<string> {
    return defaultName(this.configuration, tenant);
  }

  defaults(tenant: string): Promise<Defaults> {
    return defaultsOf(this.configuration, tenant);
  }

  async defaultInForce(tenant: string): Promise<NamedPolicy> {
    const { kept, temporary } = await this.defaults(tenant);
    return temporary ?? kept;
  }

  /** As `defaultInForce`, and a second old at most where another process changed it. */
  defaultLately(tenant: string): Promise<NamedPolicy> {
    return this.lately.get(tenant);
  }

  /** A document with every blank filled. @throws VerbatimError see `resolvePolicy`; `plugin-broken` */
  async resolve(document: unknown): Promise<Policy> {
    const policy = resolvePolicy(document, { knownPlugins: await this.plugins.names() });
    await this.refuseBroken(policy.plugins);
    return policy;
  }

  /** @throws VerbatimError `plugin-broken` where one of these plugins has a file that cannot be loaded with its options */
  async refuseBroken(chain: Policy['plugins']): Promise<void> {
    for (const { name, options } of chain) {
      const problem = await this.plugins.problemOf(name, options);
      if (problem === null) continue;
      const detail = `the plugin ${name} cannot be used: ${problem.detail}; correct its file, and see \`verbatim plugins check FILE\``;
      throw new VerbatimError('plugin-broken', detail, { name, problem });
    }
  }

  async put(tenant: string, name: string, policy: Policy): Promise<NamedPolicy> {
    const named = namedPolicy(name, policy);
    await keepPolicy(this.configuration, tenant, named);
    return named;
  }

  /** @throws VerbatimError see `removePolicy` */
  remove(tenant: string, name: string): Promise<{ preset: boolean }> {
    return this.configuration.exclusively(tenant, (configuration) =>
      removePolicy(configuration, tenant, name),
    );
  }

  /** Ends what was temporary. The default's document is kept beside its name: the projector resolves nothing. */
  async putDefault(tenant: string, policy: NamedPolicy): Promise<void> {
    await this.configuration.exclusively(tenant, async (configuration) => {
      const stored = await configuration.policy(tenant, policy.name);
      if (stored === null) await keepPolicy(configuration, tenant, policy);
      await configuration.putDefaultPolicy(tenant, policy.name);
      await configuration.putTemporaryPolicy(tenant, null);
    });
    this.lately.forget(tenant);
  }

  /**
   * Changes the default policy, for good or until the services restart. Plugins of its chain that are gone may stay in it.
   * @param change makes a document of the policy; what it throws is thrown
   * @returns the default that is now in force
   */
  async changeDefault(
    tenant: string,
    change: (policy: Policy) => unknown,
    { temporary }: { readonly temporary: boolean },
  ): Promise<NamedPolicy> {
    const usable = await this.plugins.names();
    const resolved = (policy: Policy): Policy => {
      const chain = policy.plugins.map(({ name }) => name);
      return resolvePolicy(change(policy), { knownPlugins: [...usable, ...chain] });
    };
    const inForce = await this.configuration.exclusively(tenant, (configuration) =>
      (temporary ? changeOver : changeKept)(configuration, tenant, resolved),
    );
    this.lately.forget(tenant);
    return inForce;
  }

  /** Answers the tenants whose default policy was a temporary one. */
  endTemporary(): Promise<string[]> {
    return this.configuration.endTemporaryPolicies();
  }
}
