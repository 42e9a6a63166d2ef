import {
  replacementOf,
  resultText,
  toolCallsOf,
  toolResultsOf,
  textOf,
  type Message,
  type OwedCompaction,
} from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { WorkReader } from './owed-work';
import { messageAt } from './stored-message';

export interface ToolOutput {
  /** Id of the event that holds it. */
  readonly message: string;
  /** Of the tool, where the result or its call says it. */
  readonly name: string | undefined;
  readonly text: string;
  /** Code points that stay of it where it is truncated already. */
  readonly characters: number | null;
  /** What the user had asked. */
  readonly question: string | undefined;
}

/** Reads long tool outputs as they came. */
export class ToolOutputs {
  constructor(private readonly reader: WorkReader) {}

  async of(key: ConversationKey, owed: OwedCompaction): Promise<ToolOutput> {
    const [item] = await this.reader.itemsOfResults(key, owed.result, owed.result);
    const message = await messageAt(this.reader, key, owed.position);
    if (!item || !message) throw new Error(`the tool result ${owed.result} cannot be read`);
    const answer = owed.result - item.firstResult;
    const replacement = replacementOf(item, answer);
    const caller = item.group === null ? null : await messageAt(this.reader, key, item.group);
    const call = caller && toolCallsOf(caller).find(({ id }) => id === owed.callId);
    const asked = owed.question === null ? null : await messageAt(this.reader, key, owed.question);
    return {
      message: item.eventId,
      name: toolResultsOf(message)[answer]?.name ?? call?.name,
      text: resultText(message, answer),
      characters: replacement?.mode === 'truncated' ? replacement.characters : null,
      question: asked ? saidBy(asked) : undefined,
    };
  }
}

/** Without the results that the message brought. */
function saidBy(message: Message): string {
  return textOf({ ...message, parts: message.parts.filter(({ type }) => type !== 'tool-result') });
}
