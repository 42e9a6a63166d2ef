import fc from 'fast-check';
import type { Context } from '../context';
import {
  assistant,
  foldAll,
  handedOver,
  lines,
  policy,
  system,
  toolLoop,
  user,
  summarize,
  contextThrough,
  modelEntry,
} from '../testing';

/** `a`, `u` and their numbers as messages. */
function said(...names: string[]) {
  return foldAll(names.map((name) => (name.startsWith('u') ? user(name) : assistant(name))));
}

const losses = ({ losses: found }: Context) => found.map(({ code, event }) => [code, event]);
const sized = (...sizes: number[]) =>
  foldAll(sizes.map((size, at) => (at % 2 === 0 ? user : assistant)(String(at).repeat(size))));
const sizes = ({ entries }: Context) =>
  entries.map((entry) => (entry.kind === 'replacement' ? entry.text.length : entry.tokens * 4));

describe('role-pair-enforcer', () => {
  const history = said('a', 'u1', 'u2', 'a1', 'a2', 'u3');

  it('keeps the first of a role in a row: [a,u1,u2,a1,a2,u3] is [u1,a1,u3]', () => {
    const context = contextThrough(history, 'role-pair-enforcer', { merge: false });
    expect(lines(context)).toEqual(['user: u1', 'assistant: a1', 'user: u3']);
    expect(losses(context)).toEqual(['e1', 'e3', 'e5'].map((event) => ['plugin-dropped', event]));
  });

  it('joins them with merge, which is the default', () => {
    const context = contextThrough(history, 'role-pair-enforcer');
    expect(lines(context)).toEqual(['user: u1\n\nu2', 'assistant: a1\n\na2', 'user: u3']);
    expect(losses(context)).toEqual([
      ['plugin-dropped', 'e1'],
      ['plugin-merged', 'e2'],
      ['plugin-merged', 'e4'],
    ]);
    expect(context.entries[0]).toMatchObject({ event: 'e2', joined: ['e3'] });
  });

  it('keeps the newest user message where others come before it in its row', () => {
    expect(
      lines(contextThrough(said('u1', 'a1', 'u2', 'u3'), 'role-pair-enforcer', { merge: false })),
    ).toEqual(['user: u1', 'assistant: a1', 'user: u3']);
  });

  it('leaves tool turns, summaries and pinned messages as they are', () => {
    const conversation = foldAll([
      policy({ history: { triggerAt: 4, keepRecent: 2 } }),
      system('pinned'),
      ...['u1', 'u2', 'u3', 'u4'].map((text) => user(text)),
      summarize(),
      ...toolLoop(2),
      assistant('done'),
      user('u5'),
    ]);
    const before = lines(contextThrough(conversation, 'token-budget'));
    const [pinned, summary, , , , ...rest] = before;
    expect(before).toHaveLength(11);
    expect(lines(contextThrough(conversation, 'role-pair-enforcer'))).toEqual([
      pinned,
      summary,
      'user: u3\n\nu4\n\ntask',
      ...rest,
    ]);
  });

  it('does not join what authors of different names said', () => {
    const named = (name: string, text: string) => ({
      type: 'MessageAppended' as const,
      data: { role: 'user' as const, name, parts: [{ type: 'text' as const, text }] },
    });
    const context = contextThrough(
      foldAll([named('ann', 'one'), named('ann', 'two'), named('bob', 'three')]),
      'role-pair-enforcer',
    );
    expect(lines(context)).toEqual(['user: one\n\ntwo', 'user: three']);
  });

  it('joins pending messages too', () => {
    const conversation = said('u1', 'a1', 'u2');
    const pending = [handedOver('p', user('u3'), conversation)];
    expect(lines(contextThrough(conversation, 'role-pair-enforcer', {}, { pending })).at(-1)).toBe(
      'user: u2\n\nu3',
    );
  });
});

describe('token-budget', () => {
  it('lets 24,003 characters stay and drops the oldest at 24,004', () => {
    const chars4 = { estimate: 'chars4' };
    expect(sizes(contextThrough(sized(8000, 8000, 8003), 'token-budget', chars4))).toHaveLength(3);
    const context = contextThrough(sized(8000, 8000, 8004), 'token-budget', chars4);
    expect(sizes(context)).toEqual([8000, 8004]);
    expect(losses(context)).toEqual([['plugin-dropped', 'e1']]);
  });

  it('counts real tokens without an estimate: 6,000 stay, 6,001 drop the oldest', () => {
    expect(sizes(contextThrough(sized(8000, 8000, 8000), 'token-budget'))).toHaveLength(3);
    expect(sizes(contextThrough(sized(8000, 8000, 8001), 'token-budget'))).toHaveLength(2);
  });

  it("goes by the model entry's own budget where it has one", () => {
    const model = modelEntry({ tokenBudget: 4000 });
    expect(sizes(contextThrough(sized(8000, 8000, 8000), 'token-budget', {}, { model }))).toHaveLength(2);
  });

  it.each([{}, { estimate: 'chars4' }])('cuts one message that is over the budget alone: %j', (options) => {
    const context = contextThrough(sized(30_000), 'token-budget', options);
    const [shown] = context.entries;
    expect(losses(context)).toEqual([['plugin-cut', 'e1']]);
    expect(shown?.kind === 'replacement' ? shown.text : '').toMatch(
      /^0{23000,}… \[\d+ characters omitted, ref="e1"\]$/,
    );
    expect(sizes(context)[0]).toBeLessThanOrEqual(24_003);
    expect(context.tokens).toBeLessThanOrEqual(6001);
  });

  it('never counts pinned messages', () => {
    const conversation = foldAll([system('x'.repeat(40_000)), user('hello')]);
    expect(sizes(contextThrough(conversation, 'token-budget'))).toEqual([40_000, 8]);
  });

  it('drops messages before summaries', () => {
    const conversation = foldAll([
      policy({ history: { triggerAt: 4, keepRecent: 2 } }),
      ...[1, 2, 3, 4].map(() => user('x'.repeat(400))),
      summarize('s'.repeat(400)),
      user('newest'),
    ]);
    const shown = lines(contextThrough(conversation, 'token-budget', { tokenBudget: 250 }));
    expect(shown.map((line) => line.slice(0, 8))).toEqual(['user: <s', 'user: xx', 'user: ne']);
    expect(lines(contextThrough(conversation, 'token-budget', { tokenBudget: 50 }))).toEqual([
      'user: newest',
    ]);
  });

  it('is never over its budget where nothing but plain messages must be shown', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 3000 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        pairs,
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 30, max: 2000 }),
        (before, last, budget) => {
          const { tokens, entries } = contextThrough(sized(...before.flat(), last), 'token-budget', {
            tokenBudget: budget,
          });
          expect(entries.length).toBeGreaterThan(0);
          expect(tokens).toBeLessThanOrEqual(budget);
        },
      ),
    );
  });
});
