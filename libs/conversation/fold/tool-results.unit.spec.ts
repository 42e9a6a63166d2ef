import { dueWork } from '../decide';
import {
  assistant,
  contextOf,
  Conversation,
  foldAll,
  given,
  lines,
  policy,
  recordOmissions,
  result,
  toolLoop,
  turns,
  user,
} from '../testing';

const results = (conversation: Conversation): string[] =>
  lines(contextOf(conversation)).filter((line) => line.startsWith('tool: '));

const keep = (keepRecent: number, more = {}) => policy({ toolResults: { keepRecent, ...more } });
const done = assistant('done');
const shownOf = (n: number, from: number): string[] =>
  Array.from({ length: n }, (_, index) => `tool: ${index + 1 < from ? '[Omitted]' : `result ${index + 1}`}`);

describe('ten calls', () => {
  it.each([
    [2, 9],
    [1, 10],
    [0, 1],
  ])('with N=%i show the results from number %i on in full', (keepRecent, from) => {
    const conversation = foldAll([keep(keepRecent), ...toolLoop(10), done]);
    expect(results(conversation)).toEqual(shownOf(10, from));
    const full = foldAll([...toolLoop(10), done]);
    const others = (each: Conversation) =>
      lines(contextOf(each)).filter((line) => !line.startsWith('tool: '));
    expect(others(conversation)).toEqual(others(full));
  });

  it('stored before the policy are filtered at once', () => {
    given(...toolLoop(10), done)
      .when(keep(2))
      .thenState({ omittedThrough: 8 });
  });
});

describe('results that the model has not read', () => {
  const parallel = [user('hi'), assistant('', ['a', 'b', 'c']), result('a'), result('b'), result('c')];

  it('are never omitted, whatever N', () => {
    given(keep(1), ...parallel).thenState({ omittedThrough: 0 });
    given(keep(1), ...parallel)
      .when(done)
      .thenState({ omittedThrough: 2 });
  });

  it('are omitted where protectUnread is false', () => {
    given(keep(1, { protectUnread: false }), ...parallel).thenState({ omittedThrough: 2 });
  });
});

describe('decisions', () => {
  it('wait until they clear enough tokens', () => {
    const clear = keep(1, { clearAtLeast: 6 });
    const texts = toolLoop(4, () => 'x'.repeat(8));
    given(clear, ...texts.slice(0, -2)).thenState({ results: 3, omittedThrough: 0 });
    given(clear, ...texts).thenState({ results: 4, omittedThrough: 3 });
  });

  it('are not undone by a larger N, by N=0 or by a policy without filtering', () => {
    const filtered = [keep(2), ...toolLoop(10), done];
    for (const next of [keep(5), keep(0), policy({})]) {
      given(...filtered)
        .when(next)
        .thenState({ omittedThrough: 8 });
    }
    given(...filtered, keep(5))
      .when(assistant('', ['d']), result('d'), done)
      .thenState({ results: 11, omittedThrough: 8 });
  });

  it('count orphans and duplicates as results', () => {
    given(keep(1), user('hi'), assistant('', ['a']), result('a'), result('a'), result('x'))
      .when(done)
      .thenState({ results: 3, omittedThrough: 2 });
  });

  it('are put on record by an event that changes nothing else', () => {
    const conversation = foldAll([keep(2), ...toolLoop(5), done]);
    expect(dueWork(conversation.head)).toEqual(['tool-results']);
    const { viewVersion } = conversation.head;
    conversation.append(recordOmissions());
    expect(conversation.head).toMatchObject({ omittedThrough: 3, omissionsRecorded: 3, viewVersion });
    expect(dueWork(conversation.head)).toEqual([]);
  });

  it('cannot be made by an event alone', () => {
    const one = { message: 'e4', callId: 'c1', result: 4, mode: 'omitted', replacement: '' } as const;
    const tokens = { tokensBefore: 0, tokensAfter: 0 };
    given(keep(2), ...toolLoop(5), done)
      .when(recordOmissions({ results: [{ ...one, ...tokens }] }))
      .thenRefused(/tool result 4 \(c1\) is not to be omitted/);
    given(keep(2), ...toolLoop(5), done)
      .when(recordOmissions({ policyVersion: 'other' }))
      .thenRefused(/policy other was not the one in force/);
    given(keep(2), ...toolLoop(5), done)
      .when(recordOmissions({ results: [{ ...one, ...tokens, result: 1, mode: 'truncated' }] }))
      .thenRefused(/none of its results is to be compacted/);
  });
});

it('uses the placeholder of the policy, with the event that holds the original', () => {
  const conversation = foldAll([keep(1, { placeholder: '[gone, see {ref}]' }), ...toolLoop(2), done]);
  expect(results(conversation)).toEqual(['tool: [gone, see e4]', 'tool: result 2']);
});

it('filters the same with and without summarisation', () => {
  const history = { triggerAt: 8, keepRecent: 4, retriggerAt: 8 };
  const stored = [...turns(4), ...toolLoop(6), done];
  const alone = new Conversation().append(keep(2)).appendSettled(...stored);
  const both = new Conversation()
    .append(policy({ history, toolResults: { keepRecent: 2 } }))
    .appendSettled(...stored);
  expect(both.summaries).toBeGreaterThan(0);
  expect(both.head.omittedThrough).toBe(alone.head.omittedThrough);
  expect(results(alone).slice(-results(both).length)).toEqual(results(both));
});

it.each([
  ['falling', [5000, 4500, 4800, 4700, 4600, 4900, 4400, 4200, 3800], 0.8],
  ['equal', [4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000], 0.75],
])('takes most of the tool part away on %s sizes', (_, sizes, share) => {
  const stored = [...toolLoop(sizes.length, (call) => 'x'.repeat(sizes[call - 1] ?? 0)), done];
  const size = (conversation: Conversation) => results(conversation).join('').length;
  expect(size(foldAll([keep(1), ...stored]))).toBeLessThanOrEqual((1 - share) * size(foldAll(stored)));
});
