import { VerbatimError } from '@verbatim/conversation';
import type {
  ConversationKey,
  ConversationReader,
  ListOrder,
  ReceiptStore,
  StoredReceipt,
} from '@verbatim/conversation-store';
import { namedCallOf } from '../naming/named-call';
import { conversationNotFound } from './history-service';
import { pageOf } from './page';

interface PageRequest {
  readonly after?: string | undefined;
  readonly limit: number;
  readonly order?: ListOrder | undefined;
}

/** Lists of the contexts that were served, each with its number; oldest first unless the newest are asked for. */
export class CallService {
  constructor(
    private readonly reader: ConversationReader,
    private readonly receipts: ReceiptStore,
  ) {}

  /** @throws VerbatimError `conversation-not-found` */
  async ofConversation(key: ConversationKey, { after, limit, order }: PageRequest) {
    if (!(await this.reader.head(key))) throw conversationNotFound(key);
    return this.listed(await this.receipts.receipts(key, sequenceOf(after), limit + 1, order), limit);
  }

  async ofTenant(tenant: string, { after, limit, order }: PageRequest) {
    return this.listed(await this.receipts.allReceipts(tenant, sequenceOf(after), limit + 1, order), limit);
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

function sequenceOf(after: string | undefined): number {
  if (after === undefined) return 0;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw new VerbatimError('request-invalid', 'after: not the cursor of a list of calls');
}

function viewOf(receipt: StoredReceipt, ordinal: number) {
  const { callId, conversation, position, model, target, tokens } = receipt;
  const sha256 = receipt.bodySha256.toString('hex');
  const createdAt = receipt.createdAt.toISOString();
  return { callId, ordinal, conversation, position, model, target, tokens, sha256, createdAt };
}
