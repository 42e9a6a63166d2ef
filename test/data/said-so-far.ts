import type { FormatName } from '@verbatim/conversation';
import type { Rendered } from '../support/in-process/context-rig';
import { readBody } from '../support/in-process/bodies';
import type { FoldedConversation } from '../support/in-process/folded-conversation';
import type { Message } from '../support/conversation-client';

/** Shown in place of a result: omitted, shortened, cut in its middle, summarised, never come. */
const REPLACED =
  /^\[(Omitted|No result)[^\]]*\]$|… \[\d+ characters omitted[^\]]*\]$|\[\.\.\.\d+\.\.\.\]|^\[Summarized Output\]: /;

/** What a recording says, to hold contexts against: read off the recording alone. */
export class SaidSoFar {
  private readonly exchanges = new Set<string>();

  constructor(messages: readonly Message[]) {
    const names = new Map<string, string>();
    for (const { tool_calls, tool_call_id, content } of messages) {
      for (const call of tool_calls ?? []) names.set(call.id, (call['function'] as { name: string }).name);
      if (tool_call_id === undefined) continue;
      this.exchanges.add(`${names.get(tool_call_id)}\n${textOf(content)}`);
    }
  }

  /** Rules that a context breaks, each in a sentence. */
  brokenBy(
    { bodyText, tokens, budget, losses, repairs }: Rendered,
    target: FormatName,
    conversation: FoldedConversation,
    count: (text: string) => number,
  ): string[] {
    const { texts, exchanges, broken } = readBody(target, bodyText);
    const known = conversation.eventIds();
    const counted = texts.reduce((sum, text) => sum + count(text), 0);
    return [
      ...broken,
      ...exchanges
        .filter(({ name, text }) => !REPLACED.test(text) && !this.exchanges.has(`${name}\n${text.trim()}`))
        .map(({ name, text }) => `no call of ${name} got the result ${text.slice(0, 80)}`),
      ...(tokens > budget ? [`${tokens} tokens by its own count, the budget is ${budget}`] : []),
      ...(counted > tokens ? [`${counted} tokens of text, it says ${tokens}`] : []),
      ...[...losses, ...repairs]
        .filter(({ event }) => event !== undefined && !known.has(event))
        .map(({ code, event }) => `${code} names ${event}, which is no event`),
    ];
  }
}

function textOf(content: unknown): string {
  const texts = Array.isArray(content) ? content.map(({ text }: { text?: string }) => text ?? '') : [content];
  return texts
    .filter((text) => text !== '')
    .join('\n')
    .trim();
}
