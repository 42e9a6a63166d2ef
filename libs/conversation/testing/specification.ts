import { Conversation, type Outline } from './conversation';
import type { EventSpec } from './events';

/** given a history, when these events come, then the state is as said: named figures only, the others do not matter. */
export function given(...history: readonly EventSpec[]) {
  const conversation = new Conversation().append(...history);
  return {
    ...expectations(conversation),
    when: (...events: readonly EventSpec[]) => when(conversation, events),
  };
}

function when(conversation: Conversation, events: readonly EventSpec[]) {
  const before = conversation.outline();
  conversation.append(...events);
  return {
    ...expectations(conversation),
    thenRefused: (why: RegExp): Conversation => {
      expect(conversation.lastOutcome).toMatchObject({
        status: 'refused',
        detail: expect.stringMatching(why),
      });
      expect(conversation.outline()).toEqual(before);
      return conversation;
    },
  };
}

function expectations(conversation: Conversation) {
  return {
    conversation,
    thenState: (expected: Partial<Outline>): Conversation => {
      expect(conversation.lastOutcome).toEqual({ status: 'applied' });
      expect(conversation.outline()).toMatchObject(expected);
      return conversation;
    },
  };
}
