import { createHash } from 'node:crypto';
import type { Database } from '@verbatim/postgres';
import type { Invariant } from '../contract';
import type { ServedCall } from '../load/truth';
import type { Evidence } from './evidence';
import { Examination, named } from './examination';
import { evenly, inParallel } from './lists';
import { notRelayed } from './relayed-receipts';

interface Receipt {
  readonly tenant: string;
  readonly conversation: string;
  readonly call_id: string;
  readonly sha256: string;
}

interface Verification {
  readonly segments: string;
  readonly fold: string;
  readonly differences: readonly unknown[];
}

const AT_ONCE = 4;
/** Receipts that are folded again; of more, as a long soak leaves, evenly chosen ones. */
const MOST_FOLDED = 5_000;
const ways = ['segments', 'fold'] as const;

export const receipts = {
  number: 7,
  name: 'receipts',
  holds:
    'every receipt verifies both ways, matches the bytes that the rig received, and is in the topic in its order',
  async check(evidence: Pick<Evidence, 'truth' | 'database' | 'kafka' | 'settings' | 'url'>) {
    const { truth, database, url } = evidence;
    const examination = new Examination();
    const stored = await receiptsOf(database);
    const served = new Map(truth.served.map((call) => [nameOf(call.tenant, call.callId), call]));
    for (const [name, call] of served)
      if (!stored.has(name)) examination.look(`${named(call)}: the context ${call.callId} has no receipt`);
    await inParallel(evenly([...stored], MOST_FOLDED), AT_ONCE, async ([name, receipt]) => {
      const call = served.get(name);
      const base = `${await url()}/v1/calls/${encodeURIComponent(receipt.call_id)}`;
      const problems = [
        ...(await unverified(base, receipt)),
        ...(call === undefined ? [] : await otherBytes(base, receipt, call)),
      ];
      examination.look(
        ...problems.map((problem) => `${named(receipt)}: call ${receipt.call_id}: ${problem}`),
      );
    });
    for (const problem of await notRelayed(evidence)) examination.expect(false, problem);
    return examination.finding();
  },
} satisfies Invariant;

async function unverified(base: string, { tenant }: Receipt): Promise<string[]> {
  const text = (await get(`${base}/verify`, tenant)).toString();
  const { segments, fold } = JSON.parse(text) as Verification;
  return segments === 'ok' && fold === 'ok' ? [] : [text.slice(0, 600)];
}

/** What the rig has in its hands against what the receipt says, and what the service makes of it in each way. */
async function otherBytes(base: string, receipt: Receipt, call: ServedCall): Promise<string[]> {
  const received = createHash('sha256').update(call.body).digest('hex');
  const problems: string[] = [];
  if (received !== call.sha256)
    problems.push(`the bytes received hash to ${received}, the answer said ${call.sha256}`);
  if (received !== receipt.sha256)
    problems.push(`the bytes received hash to ${received}, the receipt says ${receipt.sha256}`);
  for (const way of ways) {
    const made = await get(`${base}/context?by=${way}`, call.tenant);
    if (!made.equals(call.body)) problems.push(`made again by ${way} its bytes are not those received`);
  }
  return problems;
}

async function receiptsOf(database: Database): Promise<Map<string, Receipt>> {
  const rows = await database.query<Receipt>(
    "SELECT tenant, conversation, call_id, encode(body_sha256, 'hex') AS sha256 FROM receipts",
  );
  return new Map(rows.map((row) => [nameOf(row.tenant, row.call_id), row]));
}

async function get(url: string, tenant: string): Promise<Buffer> {
  const answer = await fetch(url, { headers: { 'x-tenant-id': tenant } });
  return Buffer.from(await answer.arrayBuffer());
}

function nameOf(tenant: string, callId: string): string {
  return JSON.stringify([tenant, callId]);
}
