import { call } from '../conversation-client';
import { waitUntil } from './wait-until';

/** Makes it the policy of every conversation that has none of its own. */
export async function assignToAll(url: string, policy: object): Promise<void> {
  for (const [path, body] of [
    ['/v1/policies/rig', policy],
    ['/v1/policies/default', { name: 'rig' }],
  ] as const) {
    const { status, text } = await call(url, 'PUT', path, body);
    if (status >= 300) throw new Error(`PUT ${path}: ${text}`);
  }
}

interface Lag {
  readonly partitions: readonly { readonly high: number }[];
  readonly totals: { readonly lag: number; readonly applied: number; readonly duplicates: number };
  readonly work: { readonly open: number };
}

/** Where the projectors stand, and what is owed; `records` is what the log has taken. */
export async function lagOf(url: string) {
  const { body } = await call<Lag>(url, 'GET', '/v1/lag');
  const records = body.partitions.reduce((sum, { high }) => sum + high, 0);
  return { ...body.totals, records, due: body.work.open };
}

/** Until all that the log has is projected and no work is due. */
export async function settled(url: string): Promise<void> {
  await waitUntil(
    'all is projected and no work is due',
    async () => {
      const { lag, due } = await lagOf(url);
      return lag === 0 && due === 0;
    },
    PATIENCE_SECONDS,
  );
}

const PATIENCE_SECONDS = 120;
