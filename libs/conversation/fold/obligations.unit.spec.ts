import fc from 'fast-check';
import type { Part } from '../message';
import type { Item, Obligation } from '../state';
import {
  assistant,
  Conversation,
  foldAll,
  histories,
  idAt,
  message,
  piece,
  play,
  policy,
  result,
  runCompleted,
  runStarted,
  user,
  wholeTurn,
  type EventSpec,
} from '../testing';
import { MOST_OBLIGATIONS } from './obligations';

const opening = policy({ preset: 'window-only' });

/** As it was recorded before there was a ledger. */
function ofBefore(): EventSpec {
  if (opening.type !== 'PolicyAssigned') throw new Error('no policy');
  const { obligations: _, ...document } = opening.data.policy;
  return { ...opening, data: { ...opening.data, policy: document } };
}

function owed(...specs: EventSpec[]): [string, string, number][] {
  const { obligations } = foldAll([opening, ...specs]).head;
  return obligations.map(({ kind, callId, position }) => [kind, callId, position]);
}

describe('a call is owed', () => {
  it('from when it is made until its result comes', () => {
    expect(owed(user('go'), assistant('', ['a', 'b']))).toEqual([
      ['call', 'a', 3],
      ['call', 'b', 3],
    ]);
    expect(owed(user('go'), assistant('', ['a', 'b']), result('b'))).toEqual([['call', 'a', 3]]);
    expect(owed(user('go'), assistant('', ['a']), result('a'))).toEqual([]);
  });

  it('on after its turn was abandoned, and no more once a late result comes', () => {
    const died = [user('go'), assistant('', ['a']), user('are you there?'), assistant('yes')];
    expect(owed(...died)).toEqual([['call', 'a', 3]]);
    expect(owed(...died, result('a'))).toEqual([]);
  });

  it('with what a ledger shows of it', () => {
    const { head } = foldAll([opening, user('go'), assistant('', ['a'])]);
    expect(head.obligations).toEqual([
      {
        kind: 'call',
        callId: 'a',
        name: 'tool',
        event: idAt(3),
        position: 3,
        ordinal: 1,
        group: 3,
        approval: null,
      },
    ]);
  });

  it('not where its result came before it, or stands in its own message', () => {
    expect(owed(user('go'), result('a'), assistant('', ['a']))).toEqual([]);
    expect(owed(user('go'), wholeTurn(['a', 'b'], ['a'], 'done'))).toEqual([['call', 'b', 3]]);
  });

  it('for each use of its id', () => {
    const twice = [user('1'), assistant('', ['a']), user('2'), assistant('', ['a'])];
    expect(owed(...twice).map(([, , position]) => position)).toEqual([3, 5]);
    expect(owed(...twice, result('a')).map(([, , position]) => position)).toEqual([3]);
  });

  it('no more where a later message makes it again and has its result', () => {
    expect(owed(user('1'), assistant('', ['a']), user('2'), wholeTurn(['a'], ['a'], 'done'))).toEqual([]);
  });

  it('by a piece of a turn as by its beginning', () => {
    expect(owed(user('go'), assistant('I look'), piece('', ['a']))).toEqual([['call', 'a', 4]]);
  });

  it('only under a policy that asks for it', () => {
    const off = policy({ preset: 'window-only', obligations: false });
    expect(owed(off, user('go'), assistant('', ['a']))).toEqual([]);
    expect(owed(ofBefore(), user('go'), assistant('', ['a']))).toEqual([]);
    expect(owed(user('go'), assistant('', ['a']), off, result('a'))).toEqual([]);
  });
});

const asks: Part = {
  type: 'data',
  name: 'ai-sdk:tool-approval-request',
  value: { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' },
};
const call = (approval?: { id: string; approved?: boolean }): Part => ({
  type: 'tool-call',
  id: 'a',
  name: 'delete',
  arguments: '{}',
  ...(approval ? { approval } : {}),
});
const said = (...parts: Part[]): EventSpec => message({ role: 'assistant', parts });
const answer = (approved: boolean): EventSpec =>
  message({
    role: 'assistant',
    continues: true,
    parts: [{ type: 'data', name: 'ai-sdk:tool-approval-response', value: { approvalId: 'p', approved } }],
  });

describe('an approval is owed', () => {
  it('from when it is asked for until it is given; then the call is', () => {
    expect(owed(user('go'), said(call(), asks))).toEqual([['approval', 'a', 3]]);
    expect(owed(user('go'), said(call(), asks), answer(true))).toEqual([['call', 'a', 3]]);
    expect(owed(user('go'), said(call(), asks), answer(true), result('a'))).toEqual([]);
  });

  it('no more once it is refused: nobody will make the call', () => {
    expect(owed(user('go'), said(call(), asks), answer(false))).toEqual([]);
    expect(owed(user('go'), said(call(), asks), answer(false), user('well?'))).toEqual([]);
  });

  it('where the call itself says so, until the message comes again', () => {
    const asked = said(call({ id: 'p' }));
    expect(owed(user('go'), asked)).toEqual([['approval', 'a', 3]]);
    const granted = said(call({ id: 'p', approved: true }));
    expect(owed(user('go'), asked, granted)).toEqual([['call', 'a', 4]]);
    const done = said(call({ id: 'p', approved: true }), { type: 'tool-result', callId: 'a', content: [] });
    expect(owed(user('go'), asked, granted, done)).toEqual([]);
  });

  it('for a call that the provider makes', () => {
    const name = 'openai-responses:mcp_approval_request';
    const asked = said({ type: 'data', name, value: { id: 'mcpr_1', name: 'f', server_label: 's' } });
    const { head } = foldAll([opening, user('go'), asked, user('what is it?')]);
    expect(head.obligations).toMatchObject([{ kind: 'approval', callId: 'mcpr_1', name: 'f', group: null }]);
    const given = message({
      role: 'user',
      parts: [
        {
          type: 'data',
          name: 'openai-responses:mcp_approval_response',
          value: { approval_request_id: 'mcpr_1', approve: true },
        },
      ],
    });
    expect(owed(user('go'), asked, given)).toEqual([]);
  });
});

it('the oldest are kept where there are too many, and a turn with many calls pushes none of them out', () => {
  const abandoned = Array.from({ length: MOST_OBLIGATIONS + 5 }, (_, at) => [
    user('go'),
    assistant('', [`c${at}`]),
  ]).flat();
  const many = Array.from({ length: 100 }, (_, at) => `m${at}`);
  const kept = owed(...abandoned, user('all at once'), assistant('', many)).map(([, callId]) => callId);
  const oldest = Array.from({ length: MOST_OBLIGATIONS }, (_, at) => `c${at}`);
  expect(kept).toEqual([...oldest, ...many]);
  const after = owed(...abandoned, user('all'), assistant('', many), user('next')).map(
    ([, callId]) => callId,
  );
  expect(after).toEqual(oldest);
});

it('what is owed stays small, whatever the producer sends', () => {
  const named: Part = { type: 'tool-call', id: 'x'.repeat(257), name: 'n', arguments: '' };
  const long: Part = { type: 'tool-call', id: 'y', name: '😀'.repeat(80), arguments: '' };
  const { head } = foldAll([opening, user('go'), said(named, long)]);
  expect(head.obligations.map(({ callId, name }) => [callId, name])).toEqual([['y', `${'😀'.repeat(64)}…`]]);
});

it('always those calls that have no result and were not made again with one', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      play(new Conversation(), steps, ({ head, ws }) => {
        const seen = head.obligations.map(({ callId, group }: Obligation) => `${callId} of ${group}`);
        const items = ws.items();
        const isDone = (callId: string, caller: Item | undefined): boolean =>
          items.some(
            (item) =>
              item.position > (caller?.position ?? 0) &&
              item.calls.includes(callId) &&
              item.answers.includes(callId),
          );
        const pending = ws.groups().flatMap((group) =>
          group.pending.flatMap((callId) => {
            const callers = items.filter(
              (item) => item.group === group.position && item.calls.includes(callId),
            );
            return callers.some((caller) => isDone(callId, caller)) ? [] : [`${callId} of ${group.position}`];
          }),
        );
        expect(seen.toSorted()).toEqual(pending.toSorted());
      });
    }),
    { numRuns: 300 },
  );
});

it('a run that ends or begins changes nothing about what is owed', () => {
  const calls = [user('go', { runId: 'r' }), assistant('', ['a'], { runId: 'r' })];
  expect(owed(...calls, runCompleted('r'), runStarted('s'))).toEqual([['call', 'a', 3]]);
});
