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

interface Verification {
  readonly segments: string;
  readonly fold: string;
  readonly differences: readonly unknown[];
}

interface Page {
  readonly items: readonly { readonly callId: string }[];
  readonly next: string | null;
}

const AT_ONCE = 4;
const PATIENCE_SECONDS = 120;

/** The ids of all calls on record, also of those whose answer never arrived. */
export async function allCalls(url: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ;) {
    const { body } = await call<Page>(url, 'GET', `/v1/calls?limit=1000${after}`);
    ids.push(...body.items.map(({ callId }) => callId));
    if (body.next === null) return ids;
    after = `&after=${encodeURIComponent(body.next)}`;
  }
}

/** Those whose bytes cannot be made again from their segments and from the events, in sentences. */
export async function unverified(url: string, callIds: readonly string[]): Promise<string[]> {
  const waiting = [...callIds];
  const broken: string[] = [];
  const worker = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const { text, body } = await call<Verification>(url, 'GET', `/v1/calls/${id}/verify`);
      if (body.segments !== 'ok' || body.fold !== 'ok') broken.push(`${id}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return broken;
}
