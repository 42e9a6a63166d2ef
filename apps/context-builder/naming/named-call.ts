import { VerbatimError } from '@verbatim/conversation';
import type { ConversationKey, ReceiptStore, StoredReceipt } from '@verbatim/conversation-store';
import { MOST, oneOf, SHORTEST } from './one-of';

type Receipts = Pick<ReceiptStore, 'receipt' | 'receiptAt' | 'callIds'>;

/**
 * The call that a name stands for: its id or, of at least four characters, the beginning of one.
 * @throws VerbatimError `call-not-found`, `id-ambiguous`
 */
export async function namedCall(receipts: Receipts, tenant: string, name: string): Promise<StoredReceipt> {
  const found = (await receipts.receipt(tenant, name)) ?? (await begun(receipts, tenant, name));
  if (found) return found;
  throw new VerbatimError('call-not-found', `there is no call ${name}`, { callId: name });
}

/**
 * The same of one conversation, where a call may also be named by its ordinal: `1` is the first, `-1` and `last` are the
 * newest.
 */
export async function namedCallOf(
  receipts: Receipts,
  key: ConversationKey,
  name: string,
): Promise<StoredReceipt> {
  const exact = await receipts.receipt(key.tenant, name);
  if (exact?.conversation === key.conversation) return exact;
  const ordinal = ordinalOf(name);
  const found =
    (ordinal === null ? null : await receipts.receiptAt(key, ordinal)) ??
    (await begun(receipts, key.tenant, name));
  if (found?.conversation === key.conversation) return found;
  const detail = `conversation ${key.conversation} has no call ${name}`;
  throw new VerbatimError('call-not-found', detail, { callId: name });
}

async function begun(receipts: Receipts, tenant: string, name: string): Promise<StoredReceipt | null> {
  if (name.length < SHORTEST) return null;
  const id = oneOf('call', name, await receipts.callIds(tenant, name, MOST));
  return id === null ? null : receipts.receipt(tenant, id);
}

function ordinalOf(name: string): number | null {
  if (name === 'last') return -1;
  return /^#?-?\d{1,9}$/.test(name) ? Number(name.replace('#', '')) : null;
}
