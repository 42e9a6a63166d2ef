import { VerbatimError } from '@verbatim/conversation';
import type {
  ConversationKey,
  ConversationReader,
  ReceiptStore,
  StoredReceipt,
} from '@verbatim/conversation-store';
import { namedCallOf } from '../naming/named-call';
import { conversationNotFound } from './history-service';
import { pageOf } from './page';

interface PageRequest {
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Lists of the contexts that were served, each with its number. */
export class CallService {
  constructor(
    private readonly reader: ConversationReader,
    private readonly receipts: ReceiptStore,
  ) {}

  /** Oldest first where it is not asked for otherwise. @throws VerbatimError `conversation-not-found` */
  async ofConversation(key: ConversationKey, page: PageRequest & { readonly order: 'oldest' | 'newest' }) {
    if (!(await this.reader.head(key))) throw conversationNotFound(key);
    const { after, limit, order } = page;
    const found =
      order === 'oldest'
        ? await this.receipts.receipts(key, sequenceOf(after) ?? 0, limit + 1)
        : await this.receipts.newestReceipts(key, sequenceOf(after), limit + 1);
    return this.listed(found, limit);
  }

  /** Oldest first. */
  async ofTenant(tenant: string, { after, limit }: PageRequest) {
    return this.listed(await this.receipts.allReceipts(tenant, sequenceOf(after) ?? 0, limit + 1), limit);
  }

  /** By ordinal, id or the beginning of one. @throws VerbatimError `call-not-found`, `id-ambiguous` */
  async named(key: ConversationKey, name: string) {
    const receipt = await namedCallOf(this.receipts, key, name);
    const [ordinal = 0] = await this.receipts.ordinals([receipt]);
    return viewOf(receipt, ordinal);
  }

  private async listed(found: readonly StoredReceipt[], limit: number) {
    const page = pageOf(found, limit, ({ sequence }) => String(sequence));
    const ordinals = await this.receipts.ordinals(page.items);
    return { ...page, items: page.items.map((receipt, index) => viewOf(receipt, ordinals[index] ?? 0)) };
  }
}

function sequenceOf(after: string | undefined): number | null {
  if (after === undefined) return null;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw new VerbatimError('request-invalid', 'after: not the cursor of a list of calls');
}

function viewOf(receipt: StoredReceipt, ordinal: number) {
  const { callId, conversation, position, model, target, tokens } = receipt;
  const sha256 = receipt.bodySha256.toString('hex');
  const createdAt = receipt.createdAt.toISOString();
  return { callId, ordinal, conversation, position, model, target, tokens, sha256, createdAt };
}
