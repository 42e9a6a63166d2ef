import { isLive, type CheckpointPlan, type Head, type Item } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { SummaryMessage } from '@verbatim/llm';
import type { WorkReader } from './owed-work';
import { storedMessage } from './stored-message';
import { summaryMessage } from './summary-message';
import type { WriteRequest } from './write-summary/contract';

const EVENTS_AT_ONCE = 500;

/** Reads what a planned summary stands for: the summaries it takes in, and the live messages as the view shows them. */
export class SummaryInputs {
  constructor(private readonly reader: WorkReader) {}

  async material(
    key: ConversationKey,
    head: Head,
    { range, supersedes }: Pick<CheckpointPlan, 'range' | 'supersedes'>,
  ): Promise<Pick<WriteRequest, 'previousSummaries' | 'messages'>> {
    const { from, to } = range.messages;
    const items = await this.reader.items(key, behindAll(supersedes, from), to);
    const live = items.filter(({ ordinal }) => isLive(head.coverage, ordinal ?? 0));
    return {
      previousSummaries: supersedes.flatMap(({ summary, record }) =>
        summary === null ? [] : [{ text: summary, trust: record.trust }],
      ),
      messages: await this.messages(key, head, live),
    };
  }

  /** The messages of these items, which are in order and hold no part of a group without the rest, as the view shows them. */
  private async messages(
    key: ConversationKey,
    head: Head,
    items: readonly Item[],
  ): Promise<SummaryMessage[]> {
    const unanswered = unansweredCalls(items);
    const byPosition = new Map(items.map((item) => [item.position, item]));
    const through = items.at(-1)?.position ?? 0;
    const tools = new Map<string, string>();
    const messages: SummaryMessage[] = [];
    for (let after = (items[0]?.position ?? 1) - 1; after < through;) {
      const events = await this.reader.events(key, after, through, EVENTS_AT_ONCE);
      for (const event of events) {
        const item = byPosition.get(event.position);
        const message = item && storedMessage(event);
        if (!item || !message) continue;
        const calls = unanswered.get(item.position) ?? [];
        const shown = summaryMessage(head, item, message, tools);
        messages.push(calls.length === 0 ? shown : { ...shown, unanswered: calls });
      }
      after = events.at(-1)?.position ?? through;
    }
    return messages;
  }
}

/** The end of those summaries, oldest first, that cover a range from its beginning: what they stand for is not read. */
function behindAll(supersedes: CheckpointPlan['supersedes'], from: number): number {
  return supersedes.reduce((at, { range: { messages } }) => (messages.from === at ? messages.to : at), from);
}

/** Ids of the calls that no item after them answers, by the position of the calling message: groups are never split. */
function unansweredCalls(items: readonly Item[]): Map<number, string[]> {
  const open = new Map<string, number>();
  for (const { position, calls, answers } of items) {
    for (const call of calls) open.set(call, position);
    for (const answer of answers) open.delete(answer);
  }
  const byPosition = new Map<number, string[]>();
  for (const [call, position] of open) byPosition.set(position, [...(byPosition.get(position) ?? []), call]);
  return byPosition;
}
