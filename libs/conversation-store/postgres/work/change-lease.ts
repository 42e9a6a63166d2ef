import type { Database } from '@verbatim/postgres';
import type { Lease } from '../../work/work-queue';
import { keyParameters } from '../key-parameters';
import { toColumn } from '../text-column';

/** False where the lease was lost. One that only ran out, and that nobody else took, can still be prolonged. */
export function extendLease(database: Database, lease: Lease, leaseSeconds: number): Promise<boolean> {
  return changeLeased(database, lease, 'leased_until = now() + make_interval(secs => $5)', [leaseSeconds]);
}

/** Does nothing where the lease was lost. */
export async function giveWorkBack(database: Database, lease: Lease, position: number): Promise<void> {
  await changeLeased(database, lease, 'leased_by = NULL, leased_until = NULL, idle_at = $5', [position]);
}

/** Does nothing where the lease was lost. */
export async function failWork(
  database: Database,
  lease: Lease,
  failure: { readonly error: string; readonly delaySeconds: number; readonly failedFrom: number },
): Promise<void> {
  const change = `leased_by = NULL, leased_until = NULL, last_error = $5,
    not_before = now() + make_interval(secs => $6), failures = failures + 1, failed = failures + 1 >= $7`;
  const { error, delaySeconds, failedFrom } = failure;
  await changeLeased(database, lease, change, [toColumn(error), delaySeconds, failedFrom]);
}

/** The projector may take a lease away without a new one: then `leased_by` is null under the same token. */
async function changeLeased(
  database: Database,
  lease: Lease,
  change: string,
  parameters: readonly unknown[],
): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE due_work SET ${change}
     WHERE tenant = $1 AND conversation = $2 AND mechanism = $3 AND lease_token = $4 AND leased_by IS NOT NULL`,
    [...keyParameters(lease), lease.mechanism, lease.token, ...parameters],
  );
  return changed > 0;
}
