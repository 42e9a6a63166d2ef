import {
  placeholderText,
  textOf,
  toolCallsOf,
  toolResultsOf,
  type CheckpointPlan,
  type Head,
  type Item,
  type Message,
} from '@verbatim/conversation';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import type { SummaryMessage, SummaryRequest } from '@verbatim/llm';
import { storedMessage } from './stored-message';

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

/** `tools` learns the names of the tools called, for results that do not say which tool gave them. */
function summaryMessage(
  head: Head,
  item: Item,
  message: Message,
  tools: Map<string, string>,
): SummaryMessage {
  for (const call of toolCallsOf(message)) tools.set(call.id, call.name);
  const [result] = toolResultsOf(message);
  const name = result ? (result.name ?? tools.get(result.callId)) : message.name;
  const isOmitted = item.firstResult > 0 && item.firstResult <= head.omittedThrough;
  return {
    ref: item.eventId,
    role: item.role,
    ...(name === undefined ? {} : { name }),
    text: isOmitted ? placeholderText(head.placeholder, item.eventId) : textOf(message),
  };
}
