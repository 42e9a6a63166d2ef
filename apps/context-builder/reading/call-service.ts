import { VerbatimError } from '@verbatim/conversation';
import type {
  ConversationKey,
  ConversationReader,
  ListOrder,
  ReceiptStore,
  StoredReceipt,
} from '@verbatim/conversation-store';
import { conversationNotFound } from './history-service';
import { pageOf } from './page';

interface PageRequest {
  readonly after?: string | undefined;
  readonly limit: number;
  readonly order?: ListOrder | undefined;
}

/** Lists of the contexts that were served, oldest first unless the newest are asked for. */
export class CallService {
  constructor(
    private readonly reader: ConversationReader,
    private readonly receipts: ReceiptStore,
  ) {}

  /** @throws VerbatimError `conversation-not-found` */
  async ofConversation(key: ConversationKey, { after, limit, order }: PageRequest) {
    if (!(await this.reader.head(key))) throw conversationNotFound(key);
    return listed(await this.receipts.receipts(key, sequenceOf(after), limit + 1, order), limit);
  }

  async ofTenant(tenant: string, { after, limit, order }: PageRequest) {
    return listed(await this.receipts.allReceipts(tenant, sequenceOf(after), limit + 1, order), limit);
  }
}

function sequenceOf(after: string | undefined): number {
  if (after === undefined) return 0;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw new VerbatimError('request-invalid', 'after: not the cursor of a list of calls');
}

function listed(found: readonly StoredReceipt[], limit: number) {
  const page = pageOf(found, limit, ({ sequence }) => String(sequence));
  return { ...page, items: page.items.map(viewOf) };
}

function viewOf({ callId, conversation, position, model, target, tokens, ...receipt }: StoredReceipt) {
  const sha256 = receipt.bodySha256.toString('hex');
  const createdAt = receipt.createdAt.toISOString();
  return { callId, conversation, position, model, target, tokens, sha256, createdAt };
}
