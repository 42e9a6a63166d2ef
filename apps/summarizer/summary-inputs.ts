import type { CheckpointPlan, Head, Item } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import type { SummaryMessage, SummaryRequest } from '@verbatim/llm';
import { storedMessage } from './stored-message';
import { summaryMessage } from './summary-message';

const EVENTS_AT_ONCE = 500;

export type SummaryInput = Pick<SummaryRequest, 'previousSummaries' | 'messages'>;

/** Reads what a planned checkpoint stands for: the summaries it takes in, and the live messages as the view shows them. */
export class SummaryInputs {
  constructor(private readonly reader: ConversationReader) {}

  async of(key: ConversationKey, head: Head, { range, supersedes }: CheckpointPlan): Promise<SummaryInput> {
    // A planned range is live throughout but for what it supersedes, which lies at its beginning.
    const from = supersedes.at(-1)?.range.messages.to ?? range.messages.from;
    const items = await this.reader.items(key, from, range.messages.to);
    return {
      previousSummaries: supersedes.flatMap(({ summary }) => summary ?? []),
      messages: await this.messages(key, head, items),
    };
  }

  private async messages(
    key: ConversationKey,
    head: Head,
    items: readonly Item[],
  ): Promise<SummaryMessage[]> {
    const byPosition = new Map(items.map((item) => [item.position, item]));
    const through = items.at(-1)?.position ?? 0;
    const tools = new Map<string, string>();
    const messages: SummaryMessage[] = [];
    for (let after = (items[0]?.position ?? 1) - 1; after < through;) {
      const events = await this.reader.events(key, after, through, EVENTS_AT_ONCE);
      for (const event of events) {
        const item = byPosition.get(event.position);
        const message = item && storedMessage(event);
        if (item && message) messages.push(summaryMessage(head, item, message, tools));
      }
      after = events.at(-1)?.position ?? through;
    }
    return messages;
  }
}
