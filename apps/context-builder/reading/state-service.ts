import { live, reductionHints } from '@verbatim/conversation';
import type { ConversationKey, ConversationListing, ConversationReader } from '@verbatim/conversation-store';
import { conversationNotFound } from './history-service';
import { pageOf, type Page } from './page';

/** What is known of conversations without reading their messages. */
export class StateService {
  constructor(private readonly reader: ConversationReader) {}

  async list(tenant: string, after: string | null, limit: number) {
    const found = await this.reader.conversations(tenant, after, limit + 1);
    const page = pageOf(found, limit, ({ conversation }) => conversation);
    return { ...page, items: page.items.map(listingOf) } satisfies Page<unknown>;
  }

  /** @throws VerbatimError `conversation-not-found` */
  async state(key: ConversationKey) {
    const stored = await this.reader.head(key);
    if (!stored) throw conversationNotFound(key);
    const { liveTokens, conflicts, work } = await this.reader.figures(key);
    const { head, journalPosition, parked } = stored;
    const { name, version, origin, document } = head.policy;
    return {
      id: key.conversation,
      messages: head.messages,
      live: live(head),
      checkpoints: head.checkpoints,
      activeCheckpoints: head.activeCheckpoints,
      conflicts,
      tokens: liveTokens,
      position: head.position,
      viewVersion: head.viewVersion,
      openCalls: head.openGroups.flatMap(({ pending }) => pending),
      policy: { name, version, origin, document },
      dueWork: work.map(({ createdAt, ...open }) => ({ ...open, since: createdAt.toISOString() })),
      hints: reductionHints(head),
      applied: head.position,
      head: journalPosition,
      parked,
      model: head.model,
    };
  }
}

function listingOf({ conversation, head, journalPosition, createdAt, updatedAt }: ConversationListing) {
  return {
    id: conversation,
    messages: head.messages,
    live: live(head),
    checkpoints: head.checkpoints,
    activeCheckpoints: head.activeCheckpoints,
    position: head.position,
    applied: head.position,
    head: journalPosition,
    policy: head.policy.name,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
