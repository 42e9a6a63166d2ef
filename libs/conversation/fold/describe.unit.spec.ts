import fc from 'fast-check';
import { conversationDescribedSchema, type ConversationDescribed, type MetadataValue } from '../events';
import { noDescription } from '../state';
import { Conversation, histories, planned, play, user, type WrittenEvent } from '../testing';

const described = (data: ConversationDescribed): WrittenEvent => ({ type: 'ConversationDescribed', data });

function after(...all: readonly ConversationDescribed[]): Conversation {
  return new Conversation().append(...all.map(described));
}

it('members that are left out stay as they were; null clears them', () => {
  const first = { title: 'Lost', user: 'ann', metadata: { a: 1, b: 'x', c: true } };
  expect(new Conversation().ws.description()).toEqual(noDescription);
  expect(after(first).ws.description()).toEqual(first);
  expect(after(first, {}).ws.description()).toEqual(first);
  expect(after(first, { title: null }).ws.description()).toEqual({ ...first, title: null });
  expect(after(first, { user: 'bob' }).ws.description()).toEqual({ ...first, user: 'bob' });
  const merged = after(first, { metadata: { a: null, b: 2, d: 'new' } }).ws.description();
  expect(merged.metadata).toEqual({ b: 2, c: true, d: 'new' });
  const cleared = after(first, { title: null, user: null, metadata: null });
  expect(cleared.ws.description()).toEqual(noDescription);
});

it('too many keys together are refused with all that came with them', () => {
  const keys = (from: number) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, key) => [`k${from + key}`, key]));
  const conversation = after({ title: 'kept', metadata: keys(0) }, { title: 'not kept', metadata: keys(30) });
  expect(conversation.lastOutcome).toMatchObject({ status: 'refused', code: 'too-large' });
  expect(conversation.ws.description()).toEqual({ title: 'kept', user: null, metadata: keys(0) });
  conversation.append(described({ metadata: { ...keys(16), k0: null, k1: null } }));
  expect(conversation.lastOutcome).toEqual({ status: 'applied' });
});

it.each([
  [{ title: 'x'.repeat(513) }, /title/],
  [{ title: '' }, /title/],
  [{ user: 'x'.repeat(257) }, /user/],
  [{ metadata: { a: 'x'.repeat(513) } }, /a.*longer than 512/s],
  [{ metadata: { ['k'.repeat(65)]: 1 } }, /k{65}/],
  [{ metadata: { '': 1 } }, /metadata/],
  [{ metadata: { a: { nested: 1 } } }, /a/],
  [{ metadata: { a: [1] } }, /a/],
  [{ metadata: Object.fromEntries(Array.from({ length: 65 }, (_, key) => [key, 1])) }, /more than 64 keys/],
])('is bounded: %#', (data, reason) => {
  const { success, error } = conversationDescribedSchema.safeParse(data);
  expect([success, JSON.stringify(error?.issues)]).toEqual([false, expect.stringMatching(reason)]);
});

const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double({ noNaN: true }), fc.boolean());
const nullable = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 3 });
const descriptions: fc.Arbitrary<ConversationDescribed> = fc.record(
  {
    title: nullable(fc.string({ unit: 'binary', minLength: 1 })),
    user: nullable(fc.constantFrom('a', 'b\0')),
    metadata: nullable(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), nullable(value))),
  },
  { requiredKeys: [] },
);

it('what is said last of each member and key holds, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(descriptions, { maxLength: 12 }), (all) => {
      const newest = <T>(of: (each: ConversationDescribed) => T | undefined): T | undefined =>
        all.map(of).findLast((each) => each !== undefined);
      const metadata = new Map<string, MetadataValue>();
      for (const each of all) {
        if (each.metadata === null) metadata.clear();
        for (const [key, said] of Object.entries(each.metadata ?? {})) {
          if (said === null) metadata.delete(key);
          else metadata.set(key, said === 0 ? 0 : said);
        }
      }
      expect(after(...all).ws.description()).toEqual({
        title: newest(({ title }) => title) ?? null,
        user: newest(({ user: of }) => of) ?? null,
        metadata: Object.fromEntries(metadata),
      });
    }),
  );
});

it('changes nothing that a model sees or that is due, wherever it comes, and what is planned can still be recorded', () => {
  let plans = 0;
  fc.assert(
    fc.property(histories, descriptions, (steps, description) => {
      const conversation = play(new Conversation(), steps);
      const { head } = conversation;
      const state = JSON.stringify([
        conversation.ws.items(),
        conversation.ws.groups(),
        conversation.ws.checkpoints(),
      ]);
      const plan = planned(conversation);
      conversation.append(described(description));
      expect(conversation.head).toEqual({ ...head, position: head.position + 1 });
      const { ws } = conversation;
      expect(JSON.stringify([ws.items(), ws.groups(), ws.checkpoints()])).toBe(state);
      if (plan === null) return;
      plans += 1;
      conversation.append(plan);
      expect(conversation.lastOutcome).toEqual({ status: 'applied' });
    }),
    { numRuns: 200 },
  );
  expect(plans).toBeGreaterThan(20);
});

it('may come before the first message', () => {
  const conversation = after({ title: 'Later' }).append(user('hi'));
  expect([conversation.head.messages, conversation.ws.description().title]).toEqual([1, 'Later']);
});
