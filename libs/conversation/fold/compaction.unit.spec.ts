import { dueWork } from '../decide';
import { MOST_CANDIDATES } from './compaction';
import {
  assistant,
  compact,
  compacted,
  contextOf,
  Conversation,
  foldAll,
  given,
  lines,
  message,
  policy,
  result,
  resultsAndQuestion,
  runCompleted,
  runStarted,
  summarize,
  toolLoop,
  turns,
  user,
  type EventSpec,
} from '../testing';

const compaction = (parts: object, more: object = {}): EventSpec =>
  policy({ toolResults: { compaction: parts }, ...more });
const postRun = (mode = 'simple', more: object = {}) =>
  compaction({ postRun: { mode, truncationThreshold: 5000, ...more } });
const inRun = (mode = 'simple', more: object = {}) =>
  compaction({ inRun: { mode, truncationThreshold: 3000, ...more } });
const custom = { summarizer: { model: 'openai:cheap' } };

const long = (length: number): string => 'é'.repeat(length);
const done = assistant('done');

/** One run with one call whose output is so long, and its end. */
const runOf = (length: number, call = 'c'): EventSpec[] => [
  user('question'),
  assistant('', [call]),
  result(call, long(length)),
  done,
];

/** Lengths of the results as a context shows them, in code points. */
const shown = (conversation: Conversation): number[] =>
  lines(contextOf(conversation))
    .filter((line) => line.startsWith('tool: '))
    .map((line) => Array.from(line.slice('tool: '.length)).length);

const texts = (conversation: Conversation): string[] =>
  lines(contextOf(conversation))
    .filter((line) => line.startsWith('tool: '))
    .map((line) => line.slice('tool: '.length));

const owed = ({ head }: Conversation): readonly unknown[][] =>
  head.compaction.owed.map(({ result: number, mode, part }) => [number, mode, part]);

describe('postRun, simple', () => {
  it('keeps the state small in a run that goes on: the oldest are cut when too many wait for its end', () => {
    const calls = Array.from({ length: MOST_CANDIDATES + 4 }, (_, index) => `c${index}`);
    const results = calls.map((call) => result(call, long(31)));
    const conversation = foldAll([
      compaction({ postRun: { mode: 'simple', truncationThreshold: 30 } }),
      user('question'),
      assistant('', calls),
      ...results,
      assistant('', ['next']),
    ]);
    expect(conversation.head.compaction.candidates).toHaveLength(MOST_CANDIDATES);
    expect(owed(conversation).map((each) => each[0])).toEqual([1, 2, 3, 4]);
    conversation.append(result('next', 'short'), done);
    expect(conversation.head.compaction.candidates).toEqual([]);
    expect(owed(conversation)).toHaveLength(calls.length);
  });

  it('keeps 5,000 characters and cuts 5,001', () => {
    const kept = foldAll([postRun(), ...runOf(5000)]);
    expect([texts(kept), owed(kept)]).toEqual([[long(5000)], []]);
    expect(texts(foldAll([postRun(), ...runOf(5001)]))).toEqual([`${long(5000)}… [1 characters omitted]`]);
  });

  it('shows 5,000 of 7,000 characters and says that 2,000 are omitted', () => {
    const conversation = foldAll([postRun(), ...runOf(7000)]);
    expect(texts(conversation)).toEqual([`${long(5000)}… [2000 characters omitted]`]);
  });

  it('counts code points', () => {
    const emoji = '🙂'.repeat(5001);
    const conversation = foldAll([postRun(), user('q'), assistant('', ['c']), result('c', emoji), done]);
    expect(texts(conversation)).toEqual([`${'🙂'.repeat(5000)}… [1 characters omitted]`]);
  });

  it('acts when the run ends, not before', () => {
    const before = foldAll([postRun(), ...runOf(7000).slice(0, -1)]);
    expect(shown(before)).toEqual([7000]);
    const { viewVersion } = before.head;
    before.append(done);
    expect(before.head.viewVersion).toBe(viewVersion + 2);
    expect(shown(before)).not.toEqual([7000]);
  });

  it('acts from run number startRun on', () => {
    const conversation = foldAll([
      postRun('simple', { startRun: 2 }),
      ...runOf(7000, 'a'),
      ...runOf(7000, 'b'),
    ]);
    expect(shown(conversation)).toEqual([7000, 5027]);
  });

  it('acts on all long results of the run, whatever iteration they are of', () => {
    const loop = toolLoop(3, (call) => long(call === 2 ? 10 : 7000));
    expect(shown(foldAll([postRun(), ...loop, done]))).toEqual([5027, 10, 5027]);
  });

  it('takes the ends of runs that the producer marks', () => {
    const marked = [runStarted('r'), ...runOf(7000)];
    expect(shown(foldAll([postRun(), ...marked]))).toEqual([7000]);
    expect(shown(foldAll([postRun(), ...marked, runCompleted('r')]))).toEqual([5027]);
    expect(shown(foldAll([postRun(), ...marked, runStarted('next')]))).toEqual([5027]);
  });

  it('takes a result that comes after its run has ended', () => {
    const late = [user('1'), assistant('', ['a']), done, result('a', long(7000))];
    expect(shown(foldAll([postRun(), ...late]))).toEqual([5027]);
  });

  it('leaves results of before its assignment alone', () => {
    expect(shown(foldAll([...runOf(7000, 'a'), postRun(), ...runOf(7000, 'b')]))).toEqual([7000, 5027]);
    const inside = [...runOf(7000).slice(0, -1), postRun(), done];
    expect(shown(foldAll(inside))).toEqual([7000]);
  });
});

describe('inRun, simple', () => {
  it('acts at once, also before the model has read the result', () => {
    const conversation = foldAll([inRun('simple', { startIter: 1 }), ...runOf(3001).slice(0, -1)]);
    expect(texts(conversation)).toEqual([`${long(3000)}… [1 characters omitted]`]);
    expect(owed(conversation)).toEqual([[1, 'truncated', 'inRun']]);
  });

  it('with startIter 2 leaves iteration 1 alone', () => {
    const conversation = foldAll([inRun(), ...toolLoop(3, () => long(4000))]);
    expect(shown(conversation)).toEqual([4000, 3027, 3027]);
  });

  it('takes the iterations that the producer marks', () => {
    const marked = [1, 2].flatMap((iteration) => {
      const marks = { runId: 'r', iteration };
      return [assistant('', [`c${iteration}`], marks), result(`c${iteration}`, long(4000), marks)];
    });
    expect(shown(foldAll([inRun(), user('q'), ...marked]))).toEqual([4000, 3027]);
  });

  it('acts from run number startRun on', () => {
    const conversation = foldAll([
      inRun('simple', { startIter: 1, startRun: 2 }),
      ...runOf(4000, 'a'),
      ...runOf(4000, 'b'),
    ]);
    expect(shown(conversation)).toEqual([4000, 3027]);
  });

  it('leaves to postRun what it does not take', () => {
    const both = compaction({
      inRun: { mode: 'simple', truncationThreshold: 3000, startIter: 2 },
      postRun: { mode: 'simple', truncationThreshold: 5000 },
    });
    const conversation = foldAll([both, ...toolLoop(2, () => long(7000))]);
    expect(shown(conversation)).toEqual([7000, 3027]);
    expect(shown(conversation.append(done))).toEqual([5027, 3027]);
  });
});

describe('auto and custom', () => {
  it('show the raw output until the summary is recorded', () => {
    const conversation = foldAll([postRun('auto'), ...runOf(7000)]);
    expect(shown(conversation)).toEqual([7000]);
    expect(dueWork(conversation.head)).toEqual(['tool-compaction']);
    conversation.append(compact({ summary: 'all is well' }));
    expect(texts(conversation)).toEqual(['[Summarized Output]: all is well']);
    expect(dueWork(conversation.head)).toEqual([]);
  });

  it('show the simple cut where the raw output does not fit, and say so', () => {
    const conversation = foldAll([postRun('custom', custom), ...runOf(7000)]);
    const { degraded } = contextOf(conversation, { tokens: 1600 });
    expect(degraded.map(({ code }) => code)).toEqual(['compaction-pending']);
    expect(lines(contextOf(conversation, { tokens: 1600 }))[2]).toBe(
      `tool: ${long(5000)}… [2000 characters omitted]`,
    );
    expect(contextOf(conversation, { tokens: 2000 }).degraded).toEqual([]);
  });

  it('owe an inRun summary at once and none again when the run ends', () => {
    const both = compaction({
      inRun: { mode: 'auto', truncationThreshold: 3000, startIter: 1 },
      postRun: { mode: 'simple', truncationThreshold: 5000 },
    });
    const conversation = foldAll([both, ...runOf(7000).slice(0, -1)]);
    expect(owed(conversation)).toEqual([[1, 'summarized', 'inRun']]);
    expect(owed(conversation.append(done))).toEqual([[1, 'summarized', 'inRun']]);
    expect(texts(conversation.append(compact()))).toEqual(['[Summarized Output]: short']);
  });

  it('name the user message that the output was asked for', () => {
    const asked = (conversation: Conversation) =>
      conversation.head.compaction.owed.map(({ question }) => question);
    expect(asked(foldAll([postRun('auto'), ...runOf(7000), ...runOf(7000, 'd')]))).toEqual([2, 6]);
    const mixed = message({
      role: 'user',
      parts: [
        { type: 'tool-result', callId: 'a', content: [{ type: 'text', text: long(7000) }] },
        { type: 'text', text: 'and now?' },
      ],
    });
    expect(asked(foldAll([postRun('auto'), user('q'), assistant('', ['a']), mixed, done]))).toEqual([2]);
  });

  it('want no summary for what is omitted or in a checkpoint already', () => {
    const filtered = policy({
      toolResults: { keepRecent: 1, compaction: { postRun: { mode: 'auto', truncationThreshold: 50 } } },
    });
    const conversation = foldAll([filtered, ...toolLoop(3, () => long(100)), done]);
    expect(owed(conversation)).toEqual([[3, 'summarized', 'postRun']]);
    const covered = foldAll([
      policy({
        history: { triggerAt: 6, keepRecent: 2, retriggerAt: 6 },
        toolResults: { compaction: { postRun: { mode: 'auto', truncationThreshold: 50 } } },
      }),
      ...runOf(100),
      ...turns(2),
    ]);
    expect(owed(covered)).toEqual([[1, 'summarized', 'postRun']]);
    expect(owed(covered.append(summarize()))).toEqual([]);
  });

  it('owe nothing more where a new policy has no summaries, and go on where it has', () => {
    expect(owed(foldAll([postRun('auto'), ...runOf(7000), postRun('simple')]))).toEqual([]);
    expect(owed(foldAll([postRun('auto'), ...runOf(7000), policy({})]))).toEqual([]);
    expect(owed(foldAll([postRun('auto'), ...runOf(7000), postRun('custom', custom)]))).toHaveLength(1);
    expect(owed(foldAll([postRun('simple'), ...runOf(7000), policy({})]))).toHaveLength(1);
  });
});

describe('events', () => {
  it('put truncations on record, which changes nothing that a model sees', () => {
    const conversation = foldAll([postRun(), ...toolLoop(2, () => long(7000)), done]);
    const before = conversation.head;
    expect(dueWork(before)).toEqual(['tool-compaction']);
    conversation.append(compact());
    expect(conversation.lastOutcome).toEqual({ status: 'applied' });
    expect(dueWork(conversation.head)).toEqual([]);
    expect(conversation.head.viewVersion).toBe(before.viewVersion);
    const item = conversation.ws.itemOfResult(1);
    expect(item?.replacements).toMatchObject([
      { mode: 'truncated', characters: 5000, event: conversation.events.at(-1)?.id },
    ]);
  });

  it('replace only the result that they name', () => {
    const several = message({
      role: 'tool',
      parts: ['a', 'b', 'c'].map((callId) => ({
        type: 'tool-result' as const,
        callId,
        content: [{ type: 'text' as const, text: callId === 'b' ? long(7000) : `result of ${callId}` }],
      })),
    });
    const conversation = foldAll([postRun('auto'), user('q'), assistant('', ['a', 'b', 'c']), several, done]);
    conversation.append(compact());
    expect(texts(conversation)).toEqual(['result of a', '[Summarized Output]: short', 'result of c']);
  });

  it('may settle some of what is owed, the rest later', () => {
    const conversation = foldAll([postRun('auto'), ...toolLoop(3, () => long(7000)), done]);
    conversation.append(compact({ most: 2 }));
    expect(owed(conversation)).toEqual([[3, 'summarized', 'postRun']]);
    expect(shown(conversation)).toEqual([26, 26, 7000]);
    conversation.append(compact());
    expect(shown(conversation)).toEqual([26, 26, 26]);
  });

  it('may truncate where no summary was to be had', () => {
    const conversation = foldAll([postRun('auto'), ...runOf(7000)]);
    const [one] = conversation.head.compaction.owed;
    if (!one) throw new Error('nothing is owed');
    const truncated = {
      ...compacted(conversation.ws, one, ''),
      mode: 'truncated' as const,
      characters: 5000,
    };
    conversation.append(compact({}, { results: [truncated] }));
    expect(shown(conversation)).toEqual([5027]);
  });

  it('are not made stale by an omission or a summary that came first', () => {
    const conversation = foldAll([postRun('auto'), ...toolLoop(2, () => long(7000)), done]);
    const [first, second] = conversation.head.compaction.owed;
    if (!first || !second) throw new Error('two are owed');
    const results = [first, second].map((each) => compacted(conversation.ws, each, 'late'));
    conversation.append(compact({ most: 1 }), compact({}, { results }));
    expect(conversation.lastOutcome).toEqual({ status: 'applied' });
    expect(texts(conversation)).toEqual(['[Summarized Output]: short', '[Summarized Output]: late']);
  });

  it.each([
    [
      'a result that is not to be compacted',
      { result: 1, callId: 'c1', message: 'e4' },
      /result 1 \(c1\) is not to be/,
    ],
    ['another message', { message: 'e3' }, /is not in e3/],
    ['another call', { callId: 'c1' }, /is not in/],
    ['a summary longer than the output', { replacement: long(7001) }, /is shorter than its summary/],
    ['an omission beside', { mode: 'omitted' as const, result: 2 }, /is not to be omitted/],
    ['a cut that leaves all', { mode: 'truncated' as const, characters: 7000 }, /would not get shorter/],
    ['a cut of no length', { mode: 'truncated' as const }, /would not get shorter/],
  ])('are refused that name %s', (_, change, why) => {
    const history = [postRun('auto'), ...toolLoop(2, (call) => long(call === 2 ? 7000 : 5)), done];
    const [one] = foldAll(history).head.compaction.owed;
    if (!one) throw new Error('nothing is owed');
    const results = [{ ...compacted(foldAll(history).ws, one, 'short'), ...change }];
    const { attempts } = foldAll(history).head;
    const refused = given(...history)
      .when(compact({}, { results }))
      .thenRefused(why);
    expect(refused.head.attempts).toBe(attempts + 1);
  });

  it('are refused where the fold decided another cut, or a policy of another time', () => {
    const history = [postRun(), ...runOf(7000)];
    const { ws, head } = foldAll(history);
    const [one] = head.compaction.owed;
    if (!one) throw new Error('nothing is owed');
    const results = [{ ...compacted(ws, one, ''), characters: 10 }];
    given(...history)
      .when(compact({}, { results }))
      .thenRefused(/truncated to 5000 characters, not to 10/);
    given(...history)
      .when(compact({}, { policyVersion: 'x' }))
      .thenRefused(/was not the one in force/);
    given(...history)
      .when(compact({}, { results: [{ ...compacted(ws, { ...one, mode: 'summarized' }, 's') }] }))
      .thenRefused(/is to be truncated/);
  });

  it('are refused once nothing of theirs is owed any more', () => {
    const conversation = foldAll([postRun('auto'), ...runOf(7000)]);
    const late = compact()(conversation.ws);
    conversation.append(late, { ...late, id: 'again' });
    expect(conversation.lastOutcome).toMatchObject({
      status: 'refused',
      detail: expect.stringMatching(/any more/),
    });
  });
});

describe('a message with several results', () => {
  const several = (...lengths: number[]) =>
    message({
      role: 'tool',
      parts: lengths.map((length, at) => ({
        type: 'tool-result' as const,
        callId: `c${at}`,
        content: [{ type: 'text' as const, text: long(length) }],
      })),
    });
  const run = [user('q'), assistant('', ['c0', 'c1', 'c2']), several(10, 7000, 6000), done];

  it('has only its long ones truncated', () => {
    const conversation = foldAll([postRun(), ...run]);
    expect(texts(conversation)).toEqual([
      long(10),
      `${long(5000)}… [2000 characters omitted]`,
      `${long(5000)}… [1000 characters omitted]`,
    ]);
    conversation.append(compact());
    expect(conversation.lastOutcome).toEqual({ status: 'applied' });
    expect(owed(conversation)).toEqual([]);
  });

  it('keeps the cut of a large message, and puts no truncation on record that it stands over', () => {
    const cut: EventSpec = ({ head }) => ({
      type: 'MessagesTruncated',
      data: {
        messages: [
          {
            message: 'e4',
            position: 4,
            result: 1,
            replacement: '',
            characters: 100,
            tokensBefore: 9,
            tokensAfter: 1,
          },
        ],
        basis: head.position,
        policyVersion: head.policy.version,
        attempt: 0,
      },
    });
    const before = foldAll([postRun(), ...run.slice(0, -1), cut, done]);
    expect(owed(before)).toEqual([[3, 'truncated', 'postRun']]);
    const after = foldAll([postRun(), ...run, cut]);
    expect(owed(after)).toEqual([[3, 'truncated', 'postRun']]);
    for (const each of [before, after]) expect(shown(each)).toEqual([10, 100, 5027]);
    expect(owed(after.append(compact()))).toEqual([]);
  });
});

it('omits a result that is summarised too: omitted wins', () => {
  const both = policy({
    toolResults: {
      keepRecent: 1,
      compaction: { inRun: { mode: 'auto', truncationThreshold: 50, startIter: 1 } },
    },
  });
  const conversation = foldAll([both, ...toolLoop(1, () => long(100)), compact()]);
  expect(texts(conversation)).toEqual(['[Summarized Output]: short']);
  conversation.append(assistant('', ['x']), result('x'), done);
  expect(texts(conversation)).toEqual(['[Omitted]', 'result of x']);
});

it('leaves results alone that hold more than text, and duplicates', () => {
  const image = { type: 'image' as const, url: 'data:image/png;base64,AAAA' };
  const content = [{ type: 'text' as const, text: long(7000) }, image];
  const pictured = message({ role: 'tool', parts: [{ type: 'tool-result', callId: 'a', content }] });
  const start = [inRun('simple', { startIter: 1 }), user('q'), assistant('', ['a'])];
  expect(owed(foldAll([...start, pictured]))).toEqual([]);
  expect(owed(foldAll([...start, result('a', 'x'), result('a', long(7000))]))).toEqual([]);
});

it('compacts results that a user message brings beside a new question', () => {
  const mixed = resultsAndQuestion(['a'], 'next');
  const small = inRun('simple', { startIter: 1, truncationThreshold: 6 });
  const conversation = foldAll([small, user('q'), assistant('', ['a']), mixed]);
  expect(texts(conversation)).toEqual(['result… [5 characters omitted]']);
});

it('compacts early results whose call comes later', () => {
  const conversation = foldAll([postRun(), user('q'), result('a', long(7000)), assistant('', ['a']), done]);
  expect(shown(conversation)).toEqual([5027]);
});

it('keeps no long outputs in the state once their run is over and their records are there', () => {
  const conversation = foldAll([postRun('auto'), ...toolLoop(5, () => long(7000)), done, compact()]);
  expect(conversation.head.compaction).toMatchObject({ candidates: [], owed: [] });
});
