import { canonicalPolicy, presets, resolvePolicy, VerbatimError, type Policy } from '@verbatim/conversation';
import { policyVersion, type ConfigurationStore } from '@verbatim/conversation-store';

/** A policy by name: one of the tenant's, or a preset, which stands under its own name until a tenant replaces it. */
export interface NamedPolicy {
  readonly name: string;
  /** SHA-256 of its canonical form, in hex. */
  readonly version: string;
  readonly policy: Policy;
  /** Null for a preset. */
  readonly updatedAt: string | null;
}

/** What holds for a tenant that has set no default (SPEC 0). */
const BUILT_IN_DEFAULT = 'window-only';

/** A tenant's policies, resolved. */
export class PolicyCatalogue {
  constructor(private readonly configuration: ConfigurationStore) {}

  /** By name, presets included. */
  async list(tenant: string): Promise<NamedPolicy[]> {
    const stored = await this.configuration.policies(tenant);
    const own = stored.map(({ name, version, document, updatedAt }) => ({
      name,
      version,
      policy: resolvePolicy(document),
      updatedAt: updatedAt.toISOString(),
    }));
    const names = new Set(own.map(({ name }) => name));
    const shipped = presets.filter((name) => !names.has(name)).map(presetPolicy);
    return [...own, ...shipped].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** @throws VerbatimError `policy-not-found` */
  async get(tenant: string, name: string): Promise<NamedPolicy> {
    const found = (await this.list(tenant)).find((policy) => policy.name === name);
    if (found) return found;
    throw new VerbatimError('policy-not-found', `there is no policy ${name}`, { name });
  }

  async defaultName(tenant: string): Promise<string> {
    return (await this.configuration.defaultPolicy(tenant)) ?? BUILT_IN_DEFAULT;
  }

  async put(tenant: string, name: string, policy: Policy): Promise<NamedPolicy> {
    const version = versionOf(policy);
    await this.configuration.putPolicy({ tenant, name, version, document: policy });
    return { name, version, policy, updatedAt: null };
  }

  /** The default's document is kept beside its name: the projector resolves nothing. */
  async putDefault(tenant: string, { name, policy, updatedAt }: NamedPolicy): Promise<void> {
    if (updatedAt === null) await this.put(tenant, name, policy);
    await this.configuration.putDefaultPolicy(tenant, name);
  }
}

export function versionOf(policy: Policy): string {
  return policyVersion(canonicalPolicy(policy));
}

function presetPolicy(name: (typeof presets)[number]): NamedPolicy {
  const policy = resolvePolicy({ preset: name });
  return { name, version: versionOf(policy), policy, updatedAt: null };
}
