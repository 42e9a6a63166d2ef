import {
  canonicalPolicy,
  likelyMeant,
  policySchema,
  presets,
  resolvePolicy,
  VerbatimError,
  type Policy,
} from '@verbatim/conversation';
import { policyVersion, type Configuration } from '@verbatim/conversation-store';

/** A policy by name: one of the tenant's, or a preset, which stands under its own name until a tenant replaces it. */
export interface NamedPolicy {
  readonly name: string;
  /** SHA-256 of its canonical form, in hex. */
  readonly version: string;
  readonly policy: Policy;
  /** Null for a preset, and for one that holds until the services restart. */
  readonly updatedAt: string | null;
}

/** A tenant's default policy: as it is kept, and as it is until the services restart where that was changed. */
export interface Defaults {
  readonly kept: NamedPolicy;
  readonly temporary: NamedPolicy | null;
}

/** What holds for a tenant that has set no default (SPEC 0). */
const BUILT_IN_DEFAULT = 'window-only';

export function namedPolicy(name: string, policy: Policy): NamedPolicy {
  return { name, version: policyVersion(canonicalPolicy(policy)), policy, updatedAt: null };
}

/** By name, presets included. What is stored was resolved when it was put. */
export async function listPolicies(configuration: Configuration, tenant: string): Promise<NamedPolicy[]> {
  const stored = await configuration.policies(tenant);
  const own = stored.map(({ name, document, updatedAt }) => ({
    ...namedPolicy(name, policySchema.parse(document)),
    updatedAt: updatedAt.toISOString(),
  }));
  const names = new Set(own.map(({ name }) => name));
  const shipped = presets.filter((name) => !names.has(name));
  return [...own, ...shipped.map((preset) => namedPolicy(preset, resolvePolicy({ preset })))].toSorted(
    (a, b) => (a.name < b.name ? -1 : 1),
  );
}

/** @throws VerbatimError `policy-not-found` */
export async function findPolicy(
  configuration: Configuration,
  tenant: string,
  name: string,
): Promise<NamedPolicy> {
  const policies = await listPolicies(configuration, tenant);
  const found = policies.find((policy) => policy.name === name);
  if (found) return found;
  throw policyNotFound(
    name,
    policies.map((policy) => policy.name),
  );
}

function policyNotFound(name: string, known: readonly string[] = []): VerbatimError {
  const meant = likelyMeant(name, known);
  const hint = meant === null ? '' : `: did you mean ${meant}?`;
  return new VerbatimError('policy-not-found', `there is no policy ${name}${hint}`, { name });
}

/**
 * Removes a stored policy. A preset that the tenant had replaced is then as it is shipped.
 * @throws VerbatimError `policy-in-use` where it is the default, `policy-shipped`, `policy-not-found`
 */
export async function removePolicy(
  configuration: Configuration,
  tenant: string,
  name: string,
): Promise<{ preset: boolean }> {
  if ((await defaultName(configuration, tenant)) === name) {
    const detail = `${name} is the default policy; make another one the default first: verbatim policy default NAME`;
    throw new VerbatimError('policy-in-use', detail, { name });
  }
  const preset = presets.some((each) => each === name);
  if (await configuration.removePolicy(tenant, name)) return { preset };
  if (!preset) throw policyNotFound(name);
  const detail = `${name} is a preset, which comes with the service and cannot be removed`;
  throw new VerbatimError('policy-shipped', detail, { name });
}

export async function keepPolicy(
  configuration: Configuration,
  tenant: string,
  { name, version, policy }: NamedPolicy,
): Promise<void> {
  await configuration.putPolicy({ tenant, name, version, document: policy });
}

export async function defaultName(configuration: Configuration, tenant: string): Promise<string> {
  return (await configuration.defaultPolicy(tenant)) ?? BUILT_IN_DEFAULT;
}

export async function defaultsOf(configuration: Configuration, tenant: string): Promise<Defaults> {
  const kept = await findPolicy(configuration, tenant, await defaultName(configuration, tenant));
  const over = await configuration.temporaryPolicy(tenant);
  return { kept, temporary: over && namedPolicy(over.name, policySchema.parse(over.document)) };
}
