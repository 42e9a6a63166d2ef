import type { Message } from '../conversation-client';

/** A message as a producer publishes it. */
export interface PublishedMessage {
  readonly conversation: string;
  /** Of the event; begins with the producer's name and a dash. */
  readonly id: string;
  readonly message: Message;
}

/** What one producer says at once. A call and its result are always in the same turn. */
export interface Turn {
  readonly conversation: string;
  readonly producer: string;
  readonly messages: readonly PublishedMessage[];
}

/** Messages of a turn: a question, a call, its result, an answer. */
export const TURN = 4;

/** `turn` counts the turns of the conversation, whoever says them. */
export function turnOf(conversation: string, producer: string, turn: number): Turn {
  const call = {
    id: `call-${turn}`,
    type: 'function',
    function: { name: 'look_up', arguments: `{"turn":${turn}}` },
  };
  const result = `what was found for question ${turn}: ${'a line of it. '.repeat(20)}`;
  const said: Message[] = [
    { role: 'user', content: `question ${turn} in ${conversation}, asked through ${producer}` },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: result },
    { role: 'assistant', content: `answer ${turn} in ${conversation}` },
  ];
  const messages = said.map((message, index) => ({
    conversation,
    id: `${producer}-${turn}-${index}`,
    message,
  }));
  return { conversation, producer, messages };
}

/** Round by round, so that every conversation goes on all the time; in each the speakers take turns. */
export function rounds(
  conversations: readonly string[],
  turns: number,
  speakers: readonly string[],
): readonly Turn[] {
  return Array.from({ length: turns }, (_, turn) => {
    const speaker = speakers[turn % speakers.length] ?? '';
    return conversations.map((conversation) => turnOf(conversation, speaker, turn));
  }).flat();
}
/** What producers know to be in the log: by conversation, in the order in which it was acknowledged. */
export class Published {
  private readonly messages = new Map<string, PublishedMessage[]>();

  add(messages: readonly PublishedMessage[]): void {
    for (const message of messages) {
      const known = this.messages.get(message.conversation);
      if (known) known.push(message);
      else this.messages.set(message.conversation, [message]);
    }
  }

  get conversations(): string[] {
    return [...this.messages.keys()];
  }

  of(conversation: string): readonly PublishedMessage[] {
    return this.messages.get(conversation) ?? [];
  }
}
