import { live, reductionHints } from '@verbatim/conversation';
import type {
  ConversationAbout,
  ConversationKey,
  ConversationListing,
  ConversationPage,
  ConversationReader,
} from '@verbatim/conversation-store';
import { conversationNotFound } from './history-service';
import { pageOf, type Page } from './page';

/** What is known of conversations without reading their messages. */
export class StateService {
  constructor(private readonly reader: ConversationReader) {}

  /** @throws VerbatimError `request-invalid` where `after` is no cursor of a list in this order */
  async list(tenant: string, { limit, ...asked }: ConversationPage) {
    const found = await this.reader.conversations(tenant, { ...asked, limit: limit + 1 });
    const page = pageOf(found, limit, ({ cursor }) => cursor);
    return { ...page, items: page.items.map(listingOf) } satisfies Page<unknown>;
  }

  /** @throws VerbatimError `conversation-not-found` */
  async state(key: ConversationKey) {
    const stored = await this.reader.head(key);
    const about = await this.reader.about(key);
    if (!stored || !about) throw conversationNotFound(key);
    const { liveTokens, conflicts, work } = await this.reader.figures(key);
    const { head, journalPosition, parked } = stored;
    const { name, version, origin, document } = head.policy;
    return {
      id: key.conversation,
      ...aboutOf(about),
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

function listingOf({ conversation, head, journalPosition, ...about }: ConversationListing) {
  return {
    id: conversation,
    ...aboutOf(about),
    messages: head.messages,
    live: live(head),
    checkpoints: head.checkpoints,
    activeCheckpoints: head.activeCheckpoints,
    position: head.position,
    applied: head.position,
    head: journalPosition,
    policy: head.policy.name,
  };
}

function aboutOf({ description, createdAt, updatedAt }: ConversationAbout) {
  return { ...description, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
