import { resolvePolicy, tiersHistory } from '../../policy';
import { reductionHints } from '../hints';
import {
  assistant,
  checkpointOver,
  contextOf,
  Conversation,
  eventOf,
  lines,
  policy,
  result,
  revoke,
  settleTiers,
  takeDemanded,
  toolLoop,
  user,
  type EventSpec,
  type WrittenEvent,
} from '../../testing';
import { MOST_STRETCHES } from '../../fold/tiers/topics';
import { largeOver, planTiers, tierBudgets, tiersDue, tiersOf } from '.';

/** A token of the tests is four characters. */
const said = (tokens: number, mark = 'x'): string => mark.repeat(tokens * 4);
const users = (count: number, tokens = 5): EventSpec[] =>
  Array.from({ length: count }, (_, at) => user(said(tokens, String.fromCharCode(97 + (at % 26)))));
const zero = (more: object = {}): WrittenEvent => policy({ preset: 'agent-zero', ...more });
/** History 2,000: 1,000 / 600 / 400, large over 250. */
const small = (more: object = {}): WrittenEvent =>
  zero({ contextLength: 4_000, contextHistoryRatio: 0.5, ...more });
const topic = (id: string, more: object = {}): WrittenEvent => ({
  type: 'TopicStarted',
  data: { topic: id, ...more },
});

function budgets(document: object, window: number) {
  const history = tiersHistory(resolvePolicy({ preset: 'agent-zero', ...document }));
  if (!history) throw new Error('no tiers');
  const shares = tierBudgets(history, window);
  return [shares.history, shares.current, shares.topics, shares.bulks, largeOver(history, shares.current)];
}

const kinds = (steps: readonly { readonly kind: string }[]): string[] => steps.map(({ kind }) => kind);
const topicsOf = ({ head }: Conversation) =>
  head.tiers.topics.map(({ id, stretches }) => [id, ...stretches.map(({ from, to }) => [from, to])]);
const bulksOf = ({ head }: Conversation) => head.tiers.bulks.map(({ id, topics }) => [id, topics]);
const used = ({ head }: Conversation) => tiersOf(head)?.used;

describe('shares', () => {
  it('120,000 tokens: history 84,000; current 42,000, topics 25,200, bulks 16,800; large over 10,500', () => {
    expect(budgets({}, 120_000)).toEqual([84_000, 42_000, 25_200, 16_800, 10_500]);
  });

  it('4,000 at 0.5: 2,000; 1,000 / 600 / 400; large over 250', () => {
    expect(budgets({ contextHistoryRatio: 0.5 }, 4_000)).toEqual([2_000, 1_000, 600, 400, 250]);
  });

  it('at 10 % large is over 4,200', () => {
    expect(budgets({ largeMessageToTopicRatio: 0.1 }, 120_000).at(-1)).toBe(4_200);
  });
});

describe('attention compression', () => {
  function leaves(count: number): number[] {
    const conversation = new Conversation().append(zero(), ...users(count));
    const left: number[] = [];
    while (takeDemanded(conversation, 'attention')) left.push(lines(contextOf(conversation)).length);
    return left;
  }

  it.each([
    [4, 3],
    [6, 4],
    [8, 5],
    [12, 6],
  ])('of %i messages leaves %i', (count, first) => {
    expect(leaves(count)[0]).toBe(first);
  });

  it('12 messages leave 6, then 4, then 3, then it stops', () => {
    expect(leaves(12)).toEqual([6, 4, 3]);
  });

  it.each([1, 2, 3])('leaves %i unchanged', (count) => {
    expect(leaves(count)).toEqual([]);
  });

  it('keeps the first and the last message, and the summary stands between', () => {
    const conversation = new Conversation().append(zero(), ...users(6, 1));
    expect(takeDemanded(conversation, 'attention', 'S')).toMatchObject({
      kind: 'attention',
      range: { messages: { from: 1, to: 4 } },
      tokensBefore: 3,
    });
    expect(lines(contextOf(conversation))).toEqual(['user: aaaa', 'user: <S>', 'user: eeee', 'user: ffff']);
  });

  it('takes in the summaries inside, and no message twice', () => {
    const conversation = new Conversation().append(zero(), ...users(12));
    takeDemanded(conversation, 'attention');
    const second = takeDemanded(conversation, 'attention');
    expect(second).toMatchObject({ range: { messages: { from: 1, to: 10 } } });
    expect(second && 'supersedes' in second && second.supersedes).toHaveLength(1);
    expect(conversation.activeRanges()).toEqual([[1, 10]]);
  });

  it('moves its boundary past a group, and never into one', () => {
    const group = [assistant('', ['a', 'b', 'c']), result('a'), result('b'), result('c')];
    const conversation = new Conversation().append(
      zero(),
      ...users(2),
      ...group,
      assistant('done'),
      ...users(1),
    );
    expect(takeDemanded(conversation, 'attention')).toMatchObject({
      range: { messages: { from: 1, to: 6 } },
    });
  });

  it('keeps the whole group that the first message begins', () => {
    const begun = [assistant('', ['a']), result('a')];
    const conversation = new Conversation().append(zero(), ...begun, ...users(5));
    expect(takeDemanded(conversation, 'attention')).toMatchObject({
      range: { messages: { from: 2, to: 5 } },
    });
  });

  it('ends in no summary, whatever limits it', () => {
    const replies = ['x', 'y', 'z'].map((text) => assistant(text));
    const conversation = new Conversation().append(zero(), ...users(5), ...replies, checkpointOver(3, 6));
    expect(takeDemanded(conversation, 'attention')).toMatchObject({
      range: { messages: { from: 1, to: 3 } },
    });
  });

  it('leaves results alone that the model has not read', () => {
    const conversation = new Conversation().append(zero(), ...toolLoop(1));
    expect(takeDemanded(conversation, 'attention')).toBeNull();
  });
});

describe('large messages', () => {
  it('600 tokens into 100 have one sixth of the characters', () => {
    const conversation = new Conversation().append(
      zero({ contextLength: 400, contextHistoryRatio: 1, largeMessageToTopicRatio: 0.5 }),
      user(said(600)),
      assistant('ok'),
    );
    const [step] = settleTiers(conversation);
    expect(step).toMatchObject({ kind: 'large', cuts: [{ characters: 400, tokens: 600 }] });
    const [shown = ''] = lines(contextOf(conversation));
    expect(shown).toHaveLength('user: '.length + 400);
    expect(shown).toMatch(/^user: x+\[\.\.\.\d+\.\.\.\]x+$/);
    expect(conversation.head.tiers.topics[0]?.tokens).toBe(101);
  });

  it('are never cut to nothing, however small the window is', () => {
    const conversation = new Conversation().append(
      zero({ contextLength: 1 }),
      user('Hello'),
      assistant('ok'),
    );
    settleTiers(conversation);
    expect(lines(contextOf(conversation))).toEqual(['user: H', 'assistant: o']);
  });

  it('are cut largest first, and only as many as it takes', () => {
    const sizes = [300, 900, 700, 240];
    const conversation = new Conversation().append(
      small(),
      ...sizes.map((size) => user(said(size))),
      assistant('ok'),
    );
    const [step, ...more] = settleTiers(conversation);
    expect(more).toEqual([]);
    expect(step?.kind === 'large' && step.cuts.map(({ tokens }) => tokens)).toEqual([900]);
    expect(used(conversation)?.history).toBeLessThanOrEqual(2_000);
  });

  it('are tool results too, each by itself, and never arguments of calls', () => {
    const conversation = new Conversation().append(
      small(),
      user('task'),
      assistant(said(900), ['a']),
      result('a', said(1_500)),
      assistant('done'),
    );
    const steps = settleTiers(conversation);
    expect(kinds(steps)).toEqual(['large']);
    expect(conversation.ws.item(4)?.replacements).toMatchObject([
      { answer: 0, mode: 'cut', characters: 1_000 },
    ]);
    expect(lines(contextOf(conversation))[1]).toHaveLength(
      'assistant: '.length + said(900).length + 'tool({})'.length + 1,
    );
  });

  it('stay whole as long as the model has not read them', () => {
    const conversation = new Conversation().append(small(), user(said(3_000)));
    expect(settleTiers(conversation)).toEqual([]);
    conversation.append(assistant('read'));
    expect(kinds(settleTiers(conversation))).toEqual(['large']);
  });

  it('are not cut again to the same length, whatever tokens that has', () => {
    const conversation = new Conversation().append(small(), user(said(2_500)), assistant('ok'));
    const step = planTiers(conversation.ws);
    const event = step && eventOf(conversation, step);
    if (event?.type !== 'MessagesTruncated') throw new Error('nothing is large');
    const messages = event.data.messages.map((cut) => ({ ...cut, tokensAfter: 2_400 }));
    conversation.append({ ...event, data: { ...event.data, messages } });
    expect(used(conversation)?.history).toBeGreaterThan(2_000);
    expect(planTiers(conversation.ws)).toBeNull();
  });

  it('are cut again when their topic becomes historical and may hold less', () => {
    const conversation = new Conversation().append(small(), user(said(2_100)), assistant('ok'));
    settleTiers(conversation);
    expect(conversation.head.tiers.topics[0]?.tokens).toBe(251);
    conversation.append(topic('b'), ...users(1));
    expect(takeDemanded(conversation, 'large')).toMatchObject({ cuts: [{ characters: 600 }] });
    expect(takeDemanded(conversation, 'large')).toBeNull();
  });
});

describe('topics', () => {
  it('begin with the first message of a conversation', () => {
    const conversation = new Conversation().append(zero(), ...users(2));
    expect(topicsOf(conversation)).toEqual([['e2', [0, null]]]);
  });

  it('hold what came before the policy as one', () => {
    const conversation = new Conversation().append(...users(3), zero(), ...users(1));
    expect(topicsOf(conversation)).toEqual([['e4', [0, null]]]);
    expect(conversation.head.tiers.topics[0]?.tokens).toBe(20);
  });

  it('are opened by event, with title, parent and related ones', () => {
    const about = { title: 'T', parent: 'p', related: ['r'] };
    const conversation = new Conversation().append(zero(), ...users(1), topic('b', about), ...users(2));
    expect(topicsOf(conversation)).toEqual([
      ['e2', [0, 1]],
      ['b', [1, null]],
    ]);
    expect(conversation.head.tiers.topics[1]).toMatchObject({ ...about, startedAt: 3 });
  });

  it('are opened by each user message where the policy says so', () => {
    const conversation = new Conversation().append(zero({ newTopicOn: 'user-message' }));
    conversation.append(
      user('1'),
      assistant('', ['a']),
      result('a'),
      assistant('x'),
      user('2'),
      assistant('y'),
    );
    expect(topicsOf(conversation)).toEqual([
      ['e2', [0, 4]],
      ['e6', [4, null]],
    ]);
  });

  it('become current again, with a new stretch', () => {
    const conversation = new Conversation().append(zero(), topic('a'), ...users(1), topic('b'), ...users(1));
    conversation.append(topic('a'), ...users(1));
    expect(topicsOf(conversation)).toEqual([
      ['b', [1, 2]],
      ['a', [0, 1], [2, null]],
    ]);
    expect(tiersOf(conversation.head)?.current?.tokens).toBe(10);
  });

  it('become current again so many times, and then begin anew: the state stays small', () => {
    const conversation = new Conversation().append(zero());
    for (let time = 0; time < 100; time += 1) {
      for (const id of ['a', 'b']) conversation.append(topic(id), ...users(1), assistant('ok'));
    }
    const topics = topicsOf(conversation);
    expect(topics.map(([id]) => id)).toContain('a/0');
    expect(topics.slice(-2).map(([id]) => id)).toEqual(['a', 'b']);
    expect(topics.every((each) => each.length - 1 <= MOST_STRETCHES)).toBe(true);
    settleTiers(conversation);
    expect(conversation.head.tiers.topics.length).toBeLessThanOrEqual(4);
    expect(conversation.head.tiers.bulks.map(({ id }) => id)).toHaveLength(10);
  });

  it('vanish where nobody spoke in them', () => {
    const conversation = new Conversation().append(zero(), ...users(1), topic('b'), topic('c'), ...users(1));
    expect(topicsOf(conversation).map(([id]) => id)).toEqual(['e2', 'c']);
  });

  it('are not opened by a policy where all are archived and the next one has no message yet', () => {
    const none = zero({ topicsKeepCount: 0 });
    const replies = ['x', 'y', 'z'].map((text) => assistant(text));
    const conversation = new Conversation().append(none, ...replies, topic('b'));
    expect(kinds(settleTiers(conversation))).toEqual(['topic', 'archive']);
    conversation.append(none, ...users(1));
    expect(topicsOf(conversation)).toEqual([['b', [3, null]]]);
  });

  it('begin where the open group ends', () => {
    const conversation = new Conversation().append(zero(), user('1'), assistant('', ['a', 'b']), result('a'));
    conversation.append(topic('b'), result('b'), assistant('done'));
    expect(topicsOf(conversation)).toEqual([
      ['e2', [0, 4]],
      ['b', [4, null]],
    ]);
  });
});

/** Three user messages a topic. */
const spoken = (id: string, tokens: number): EventSpec[] => [topic(id), ...users(3, tokens), assistant('ok')];

describe('historical topics', () => {
  it('three are kept, and the fourth makes the oldest a bulk with its summary', () => {
    const conversation = new Conversation().append(
      zero(),
      ...['a', 'b', 'c', 'd'].flatMap((id) => spoken(id, 5)),
    );
    expect(settleTiers(conversation)).toEqual([]);
    conversation.append(...spoken('e', 5));
    expect(kinds(settleTiers(conversation, 'S'))).toEqual(['topic', 'archive']);
    expect(topicsOf(conversation).map(([id]) => id)).toEqual(['b', 'c', 'd', 'e']);
    expect(bulksOf(conversation)).toEqual([['bulk.0-4', 1]]);
    expect(lines(contextOf(conversation)).slice(0, 2)).toEqual(['user: <S>', `user: ${said(5, 'a')}`]);
  });

  it('wait for the end of a run, unless the budget is passed', () => {
    const stored = ['a', 'b', 'c', 'd'].flatMap((id) => spoken(id, 5));
    const open = [topic('e'), user('task'), assistant('', ['x'])];
    const conversation = new Conversation().append(small(), ...stored, ...open);
    expect(tiersDue(conversation.head)).toBe(false);
    conversation.append(result('x', said(2_000)));
    expect(tiersDue(conversation.head)).toBe(true);
  });

  it('have a summary of each stretch', () => {
    const conversation = new Conversation().append(
      zero(),
      ...spoken('a', 5),
      ...spoken('b', 5),
      ...spoken('a', 5),
      ...spoken('c', 5),
    );
    const ranges = [1, 2, 3].map(() => {
      const step = takeDemanded(conversation, 'topic');
      return step?.kind === 'topic' && [step.topic, step.range.messages.from, step.range.messages.to];
    });
    expect(ranges).toEqual([
      ['b', 4, 8],
      ['a', 0, 4],
      ['a', 8, 12],
    ]);
    expect(takeDemanded(conversation, 'topic')).toBeNull();
  });

  it('come back from a bulk as a new topic, and the bulk stays', () => {
    const conversation = new Conversation().append(
      zero(),
      ...['a', 'b', 'c', 'd', 'e'].flatMap((id) => spoken(id, 5)),
    );
    settleTiers(conversation);
    conversation.append(...spoken('a', 5));
    expect(topicsOf(conversation).at(-1)).toEqual(['a', [20, null]]);
    expect(bulksOf(conversation)).toHaveLength(1);
  });
});

describe('over the budget', () => {
  it('takes large messages, attention, whole topics, topics to bulks, and then merges bulks', () => {
    const conversation = new Conversation().append(small({ topicsKeepCount: 10 }));
    conversation.append(topic('a'), user(said(400)), ...users(6, 100), assistant('ok'));
    const others = ['b', 'c', 'd', 'e', 'f', 'g', 'h'];
    conversation.append(...others.flatMap((id) => [topic(id), ...users(3, 145)]));
    conversation.append(topic('now'), ...users(7, 140));
    const steps = kinds(settleTiers(conversation, said(200)));
    const order = steps.filter((kind, at) => kind !== steps[at - 1]);
    expect(order).toEqual(['large', 'attention', 'topic', 'archive', 'merge']);
    expect(used(conversation)).toMatchObject({ current: 980, topics: 600 });
    expect(used(conversation)?.history).toBeLessThanOrEqual(2_000);
  });

  it('retires the oldest bulk where merging cannot help: it covers its messages and is shown no more', () => {
    const conversation = new Conversation().append(small({ topicsKeepCount: 0, bulkMergeCount: 5 }));
    for (const id of ['a', 'b', 'c', 'd']) {
      conversation.append(...spoken(id, 140));
      settleTiers(conversation, said(350));
    }
    expect(bulksOf(conversation).map(([id]) => id)).toEqual(['bulk.0-4', 'bulk.4-8', 'bulk.8-12']);
    conversation.append(user(said(240)), assistant(said(240)), user(said(50)), assistant('ok'));
    expect(kinds(settleTiers(conversation))).toEqual(['retire']);
    expect(bulksOf(conversation).map(([id]) => id)).toEqual(['bulk.4-8', 'bulk.8-12']);
    const [oldest] = conversation.ws.checkpoints();
    expect(oldest).toMatchObject({ status: 'retired', range: { messages: { from: 0, to: 4 } } });
    expect(conversation.outline().live).toBe(8);
    expect(lines(contextOf(conversation)).filter((line) => line.startsWith('user: <'))).toHaveLength(2);
    expect(used(conversation)).toMatchObject({ bulks: 700 });
  });

  it('leaves the current topic alone as long as that is within its own share', () => {
    const conversation = new Conversation().append(small(), ...spoken('a', 300), ...spoken('b', 240));
    conversation.append(...users(1, 240), assistant('ok'));
    expect(used(conversation)).toMatchObject({ current: 962 });
    expect(used(conversation)?.history).toBeLessThanOrEqual(2_000);
    conversation.append(...spoken('c', 240));
    const topics = settleTiers(conversation).map((step) => 'topic' in step && step.topic);
    expect(topics).not.toContain('c');
    expect(used(conversation)?.current).toBe(721);
  });

  it('merges the oldest bulks when there are too many to name, though the budget has room', () => {
    const conversation = new Conversation().append(zero({ contextLength: 1_000_000 }));
    const kindsOf: string[] = [];
    for (let count = 0; count < 140; count += 1) {
      conversation.append(topic(`t${count}`), ...users(1), assistant('ok'));
      kindsOf.push(...kinds(settleTiers(conversation)));
    }
    expect(kindsOf.filter((kind) => kind === 'merge')).toHaveLength(4);
    expect(kindsOf).not.toContain('retire');
    expect(conversation.head.tiers.bulks.length).toBeLessThanOrEqual(128);
  });

  it('merges three neighbouring bulks into one', () => {
    const conversation = new Conversation().append(small({ topicsKeepCount: 0 }));
    for (const id of ['a', 'b', 'c', 'd']) {
      conversation.append(...spoken(id, 20));
      settleTiers(conversation, said(60));
    }
    expect(bulksOf(conversation).map(([, topics]) => topics)).toEqual([1, 1, 1]);
    expect(takeDemanded(conversation, 'bulks', said(30))).toMatchObject({ kind: 'merge', tokensBefore: 180 });
    expect(bulksOf(conversation)).toEqual([['bulk.0-12', 3]]);
    expect(conversation.activeRanges()).toEqual([[0, 12]]);
    expect(takeDemanded(conversation, 'bulks')).toBeNull();
  });

  it('retires no bulk whose messages are shown again', () => {
    const conversation = new Conversation().append(small({ topicsKeepCount: 0, bulkMergeCount: 9 }));
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      conversation.append(...spoken(id, 140));
      settleTiers(conversation, said(350));
    }
    const [oldest] = conversation.ws.checkpoints();
    conversation.append(
      revoke(oldest?.id ?? ''),
      user(said(240)),
      assistant(said(240)),
      user(said(90)),
      assistant('ok'),
    );
    expect(settleTiers(conversation)).toMatchObject([{ kind: 'retire', bulk: 'bulk.4-8' }]);
  });

  it('leaves what was revoked out of a merge until the next policy, which has it summarised again', () => {
    const policies = small({ topicsKeepCount: 0 });
    const conversation = new Conversation().append(policies);
    for (const id of ['a', 'b', 'c', 'd']) {
      conversation.append(...spoken(id, 20));
      settleTiers(conversation, said(20));
    }
    const [, , third] = conversation.ws.checkpoints();
    conversation.append(revoke(third?.id ?? ''));
    expect(conversation.head.tiers.bulks.map(({ tokens }) => tokens)).toEqual([20, 20, 0]);
    expect(takeDemanded(conversation, 'bulks')).toBeNull();
    conversation.append(policies);
    expect(conversation.head.tiers.bulks.map(({ tokens }) => tokens)).toEqual([20, 20, 61]);
    expect(takeDemanded(conversation, 'bulks')).toMatchObject({
      kind: 'merge',
      range: { messages: { from: 0, to: 12 } },
    });
  });

  it('ends under the budget, or stops where nothing can be done', () => {
    const conversation = new Conversation().append(small(), user(said(5_000)));
    expect(used(conversation)?.history).toBe(5_000);
    expect(planTiers(conversation.ws)).toBeNull();
    expect(tiersDue(conversation.head)).toBe(false);
  });
});

it('says in the hints where the tiers stand', () => {
  const hinted = (...history: EventSpec[]): string[] =>
    reductionHints(new Conversation().append(small(), ...history).head).map(({ code }) => code);
  expect(hinted(user('hi'))).toEqual(['within-budget']);
  expect(hinted(user(said(5_000)))).toEqual(['tiers-over-budget']);
  expect(hinted(user(said(5_000)), assistant('read'))).toEqual(['tiers-due']);
});
