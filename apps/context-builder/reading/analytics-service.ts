import type { AnalyticsReader, ConversationKey, ModelDirectory } from '@verbatim/conversation-store';
import { analyticsOf, type Analytics } from './analytics';
import { conversationNotFound } from './history-service';

/** Reduction analytics (SPEC 2). */
export class AnalyticsService {
  constructor(
    private readonly reader: AnalyticsReader,
    private readonly models: ModelDirectory,
  ) {}

  /** @throws VerbatimError `conversation-not-found` */
  async ofConversation(key: ConversationKey): Promise<Analytics> {
    const figures = await this.reader.figures(key.tenant, key.conversation);
    if (figures.conversations === 0) throw conversationNotFound(key);
    return analyticsOf(figures, await this.models.registry(key.tenant));
  }

  async ofTenant(tenant: string): Promise<Analytics> {
    return analyticsOf(await this.reader.figures(tenant, null), await this.models.registry(tenant));
  }
}
