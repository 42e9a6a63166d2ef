import { foldAll, given, policy, system, turns, user, message, contextOf, lines } from '../testing';

const developer = message({ role: 'developer', parts: [{ type: 'text', text: 'dev' }] });

it('counts pinned messages as messages and as nothing else', () => {
  const { head, ws } = foldAll([system('you are'), user('hi'), developer]);
  expect(head).toMatchObject({ position: 3, messages: 3, unpinned: 1 });
  expect(ws.items().map(({ ordinal }) => ordinal)).toEqual([null, 0, null]);
  expect(head.tokens).toBe(1);
});

it('never lets a pinned message reach a trigger or leave the view', () => {
  const history = { triggerAt: 4, keepRecent: 2, retriggerAt: 4, summary: 'none' };
  given(policy({ history }), ...turns(2), system('at position 4'), user('3')).thenState({
    live: 3,
    active: [],
  });
  const { conversation } = given(policy({ history }), ...turns(2), system('rule'), ...turns(2)).when(
    user('5'),
  );
  conversation.append(developer);
  expect(conversation.outline()).toMatchObject({ live: 3, active: [[0, 2]] });
  expect(lines(contextOf(conversation)).slice(0, 2)).toEqual(['system: rule', 'developer: dev']);
});
