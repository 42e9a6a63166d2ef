import fc from 'fast-check';
import { resultText, textOfEntry, truncatedText } from '../context';
import { replacementOf } from '../state';
import { contextOf, Conversation, histories, play } from '../testing';

const runs = { numRuns: 500 };

it('what is owed is a long text in view, and what is truncated is put on record once', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const recorded = new Map<number, string>();
      play(new Conversation(), steps, ({ head, ws, events, lastOutcome }) => {
        for (const { result, mode, characters, position } of head.compaction.owed) {
          const item = ws.itemOfResult(result);
          const replacement = item && replacementOf(item, result - item.firstResult);
          expect(item).toMatchObject({ position });
          expect(item?.lengths[result - item.firstResult]).toBe(characters);
          const isDecided = replacement?.mode === 'truncated' && replacement.event === null;
          expect([result, isDecided]).toEqual([result, mode === 'truncated']);
        }
        const event = events.at(-1);
        if (event?.type !== 'ToolResultsFiltered' || lastOutcome?.status !== 'applied') return;
        for (const { result, mode } of event.data.results) {
          if (mode === 'omitted') continue;
          expect(recorded.get(result) ?? event.id).toBe(event.id);
          recorded.set(result, event.id);
        }
      });
    }),
    runs,
  );
});

it('a settled conversation owes nothing and waits only for the end of its run', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const { head, ws } = play(new Conversation(), steps).settle();
      expect(head.compaction.owed).toEqual([]);
      const { number, open } = head.run;
      for (const { run } of head.compaction.candidates) expect([run, open]).toEqual([number, true]);
      expect(ws.items().every(({ replacements, answers }) => replacements.length <= answers.length)).toBe(
        true,
      );
    }),
    runs,
  );
});

it('a replacement is what the context shows, unless the result is omitted', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const conversation = play(new Conversation(), steps);
      const { head, ws } = conversation;
      for (const entry of contextOf(conversation).entries) {
        if (entry.kind !== 'replacement' && entry.kind !== 'message') continue;
        const item = ws.items().find(({ eventId }) => eventId === entry.event);
        const [callId] = entry.role === 'tool' ? entry.calls.keys() : [];
        const answer = item?.answers.indexOf(callId ?? '') ?? -1;
        if (!item || answer < 0 || item.answers.filter((each) => each === callId).length > 1) continue;
        const original = resultText(conversation.messageAt(item.position), answer);
        const replacement = replacementOf(item, answer);
        const isOmitted = item.firstResult + answer <= head.omittedThrough;
        const decided = replacement
          ? (replacement.text ?? truncatedText(original, replacement.characters))
          : original;
        expect(textOfEntry(entry)).toBe(isOmitted ? head.placeholder : decided);
      }
    }),
    runs,
  );
});
