import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '../events';
import type { Head } from '../state';
import { Conversation, histories, play } from '../testing';

const runs = { numRuns: 500 };

const stateOf = ({ ws, head, outcomes }: Conversation) => ({
  head,
  outcomes,
  items: ws.items(),
  groups: ws.groups(),
  checkpoints: ws.checkpoints(),
});

function refold(
  events: readonly RecordedEvent[],
  between: (conversation: Conversation) => void,
): Conversation {
  const conversation = new Conversation();
  for (const event of events) {
    conversation.fold(event);
    between(conversation);
  }
  return conversation;
}

const storeHead = ({ ws }: Conversation): void => {
  const head: Head = JSON.parse(JSON.stringify(ws.head));
  ws.head = head;
};

it('the same events give the same state, also with the head stored as JSON in between', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const played = play(new Conversation(), steps);
      const again = refold(played.events, () => {});
      const stored = refold(played.events, storeHead);
      return (
        isDeepStrictEqual(stateOf(again), stateOf(played)) &&
        isDeepStrictEqual(stateOf(stored), stateOf(played))
      );
    }),
    runs,
  );
});

it('other conversations change nothing, in whatever order events come', () => {
  const order = fc.array(fc.boolean(), { minLength: 40 });
  fc.assert(
    fc.property(histories, histories, order, (one, other, turns) => {
      const alone = [one, other].map((steps, index) => play(new Conversation(`c${index}`), steps));
      const together = alone.map(({ id }) => new Conversation(id));
      const left = alone.map(({ events }) => [...events]);
      for (let turn = 0; left.some(({ length }) => length > 0); turn += 1) {
        const wanted = turns[turn % turns.length] ? 0 : 1;
        const which = left[wanted]?.length ? wanted : 1 - wanted;
        const event = left[which]?.shift();
        if (event) together[which]?.fold(event);
      }
      return isDeepStrictEqual(together.map(stateOf), alone.map(stateOf));
    }),
    runs,
  );
});
