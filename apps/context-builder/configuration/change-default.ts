import { VerbatimError, type Policy } from '@verbatim/conversation';
import type { Configuration } from '@verbatim/conversation-store';
import { defaultsOf, keepPolicy, namedPolicy, type Defaults, type NamedPolicy } from './named-policies';

/**
 * Changes the tenant's default policy for good. One that holds until the services restart stays over it, and is changed too
 * where the change fits it.
 * @returns the default that is now in force
 */
export async function changeKept(
  configuration: Configuration,
  tenant: string,
  change: (policy: Policy) => Policy,
): Promise<NamedPolicy> {
  const { kept, temporary } = await defaultsOf(configuration, tenant);
  const changed = namedPolicy(kept.name, change(kept.policy));
  await keepPolicy(configuration, tenant, changed);
  await configuration.putDefaultPolicy(tenant, changed.name);
  if (temporary === null) return changed;
  return putOver(configuration, tenant, changed, whereItFits(change, temporary.policy));
}

/** Changes the tenant's default policy until the services restart. @returns the default that is now in force */
export async function changeOver(
  configuration: Configuration,
  tenant: string,
  change: (policy: Policy) => Policy,
): Promise<NamedPolicy> {
  const { kept, temporary } = await defaultsOf(configuration, tenant);
  return putOver(configuration, tenant, kept, change((temporary ?? kept).policy));
}

/** What is the same as what is kept needs no place beside it. */
async function putOver(
  configuration: Configuration,
  tenant: string,
  kept: Defaults['kept'],
  policy: Policy,
): Promise<NamedPolicy> {
  const over = namedPolicy(kept.name, policy);
  const { name, version } = over;
  const same = version === kept.version;
  await configuration.putTemporaryPolicy(tenant, same ? null : { name, version, document: policy });
  return same ? kept : over;
}

/** A plugin, say, that was added for a while can be added for good: then it is in the chain already. */
function whereItFits(change: (policy: Policy) => Policy, policy: Policy): Policy {
  try {
    return change(policy);
  } catch (error) {
    if (error instanceof VerbatimError) return policy;
    throw error;
  }
}
