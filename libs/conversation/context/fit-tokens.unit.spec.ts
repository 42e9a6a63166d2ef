import {
  assistant,
  contextOf,
  foldAll,
  lines,
  policy,
  result,
  roomy,
  summarize,
  system,
  toolLoop,
  turns,
  user,
} from '../testing';
import type { Context } from './build-context';

const codes = ({ degraded }: Context): string[] => degraded.map(({ code }) => code);
const big = 'x'.repeat(400);
/** A task, three calls whose results (100 tokens each) were read, and a question. */
const read = [...toolLoop(3, () => big), assistant('done'), user('next')];

function impossible(tokens: number, budget: number, toolTokens = 0) {
  return expect.objectContaining({ code: 'budget-impossible', details: { tokens, toolTokens, budget } });
}

describe('the token budget', () => {
  it('leaves what fits alone and reports its tokens with all overhead and margin', () => {
    const overhead = { perMessage: 3, perRequest: 7 };
    const context = contextOf(foldAll([user('12345678'), assistant('1234')]), { overhead, margin: 0.5 });
    expect([context.tokens, context.degraded]).toEqual([Math.ceil((2 + 1 + 2 * 3 + 7) * 1.5), []]);
  });

  it('is used to the last token where margins are not exact in binary', () => {
    const conversation = foldAll([user('x'.repeat(400))]);
    for (const margin of [0.05, 0.1, 0.15, 0.2, 0.3, 0.35]) {
      const tokens = Math.round(100 * (1 + margin));
      expect(contextOf(conversation, { margin, tokens }).tokens).toBe(tokens);
    }
  });

  it('omits results that were read, oldest first and only as far as needed', () => {
    const conversation = foldAll(read);
    const { tokens } = contextOf(conversation);
    const shown = (budget: number) => contextOf(conversation, { tokens: budget, cutStep: 0 });
    expect(codes(shown(tokens))).toEqual([]);
    expect(codes(shown(tokens - 1))).toEqual(['results-omitted']);
    const omitted = (context: Context) => lines(context).filter((line) => line === 'tool: [Omitted]').length;
    expect(omitted(shown(tokens - 1))).toBe(1);
    expect(omitted(shown(tokens - 150))).toBe(2);
    expect(shown(tokens - 150).entries).toHaveLength(conversation.head.messages);
  });

  it('does so in steps, so that the prefix stays', () => {
    const conversation = foldAll([...toolLoop(8, () => big), assistant('done'), user('next')]);
    const omitted = [500, 499, 450, 420].map(
      (tokens) =>
        lines(contextOf(conversation, { tokens, cutStep: 0.5 })).filter((line) => line === 'tool: [Omitted]')
          .length,
    );
    expect(new Set(omitted).size).toBeLessThan(omitted.length);
  });

  it('shortens unread results to a common length, never those that are short', () => {
    const unread = [
      user('task'),
      assistant('', ['a', 'b', 'c']),
      result('a', big),
      result('b', 'short'),
      result('c', big),
    ];
    const context = contextOf(foldAll(unread), { tokens: 120 });
    expect(codes(context)).toEqual(['results-truncated']);
    expect(context.tokens).toBeLessThanOrEqual(120);
    const [, , a, b, c] = lines(context);
    expect(b).toBe('tool: short');
    expect(a).toMatch(/^tool: x{50,}… \[\d+ characters omitted, ref="e\d+"\]$/);
    expect(c).toBe(a?.replace('"e3"', '"e5"'));
    const kept = a?.match(/x+/)?.[0].length ?? 0;
    expect(a).toContain(`[${400 - kept} characters omitted, ref=`);
  });

  it('does not omit what the model has not read, also where it came late', () => {
    const late = [user('1'), assistant('', ['a']), assistant('done'), user('2'), result('a', big)];
    expect(codes(contextOf(foldAll(late), { tokens: 60 }))).toEqual(['results-truncated']);
    expect(codes(contextOf(foldAll([...late, assistant('read')]), { tokens: 60 }))).toEqual([
      'results-omitted',
    ]);
  });

  it('then drops whole oldest messages, never the newest user message', () => {
    const conversation = foldAll([...turns(10), user('newest question')]);
    const context = contextOf(conversation, { tokens: 15, cutStep: 0 });
    expect(codes(context)).toEqual(['messages-cut']);
    expect(context.tokens).toBe(14);
    expect(lines(context)).toEqual(lines(contextOf(conversation)).slice(-5));
    const loop = foldAll(toolLoop(4, () => 'y'.repeat(16)));
    const least = contextOf(loop, { tokens: 8, cutStep: 0 });
    expect(lines(least)[0]).toBe('user: task');
    expect(lines(least)).toHaveLength(3);
  });

  it('omits before it leaves a summary out, and keeps the newest summaries', () => {
    const history = { triggerAt: 6, keepRecent: 3, retriggerAt: 6 };
    const summary = (letter: string) => letter.repeat(160);
    const conversation = foldAll([
      policy({ history }),
      ...turns(6),
      summarize(summary('a')),
      ...turns(3),
      summarize(summary('b')),
    ]);
    conversation.append(...toolLoop(2, () => big), assistant('done'), user('next'));
    const { tokens } = contextOf(conversation);
    const first = contextOf(conversation, { tokens: tokens - 10, cutStep: 0 });
    expect(codes(first)).toEqual(['results-omitted']);
    const second = contextOf(conversation, { tokens: 150, cutStep: 0 });
    expect(codes(second)).toEqual(['results-omitted', 'summaries-cut']);
    expect(lines(second).filter((line) => line.includes('<'))).toEqual([`user: <${summary('b')}>`]);
  });

  it('leaves summaries out in steps, so that the prefix stays while new ones come', () => {
    const history = { triggerAt: 4, keepRecent: 2, retriggerAt: 4, mergeSummariesAt: 0 };
    const conversation = foldAll([policy({ history }), ...turns(2)]);
    const oldestShown = (summaryStep?: number): string | undefined => {
      const limits = { tokens: 1_000, ...(summaryStep === undefined ? {} : { summaryStep }) };
      const context = contextOf(conversation, limits);
      expect(context.tokens).toBeLessThanOrEqual(1_000);
      const summaries = lines(context).filter((line) => line.includes('<'));
      expect(summaries.at(-1)).toContain(`<summary ${conversation.summaries} `);
      return summaries[0];
    };
    const stepped: unknown[] = [];
    const exact: unknown[] = [];
    for (let count = 1; count <= 90; count += 1) {
      conversation.append(...turns(2), summarize(`summary ${count} ${'x'.repeat(60)}`));
      conversation.summaries = count;
      stepped.push(oldestShown());
      exact.push(oldestShown(0));
    }
    const changes = (shown: readonly unknown[]) => shown.filter((line, at) => line !== shown[at - 1]).length;
    expect(changes(exact)).toBeGreaterThan(70);
    expect(changes(stepped)).toBeLessThan(30);
  });

  it('is impossible, with the figures, where what must be shown does not fit', () => {
    const conversation = foldAll([system('x'.repeat(40)), user('y'.repeat(40))]);
    expect(contextOf(conversation, { tokens: 20 }).tokens).toBe(20);
    expect(() => contextOf(conversation, { tokens: 19 })).toThrow(impossible(20, 19));
    expect(() => contextOf(conversation, { tokens: 25, toolTokens: 6 })).toThrow(impossible(20, 25, 6));
    expect(() => contextOf(conversation, { ...roomy, tokens: 0 })).toThrow(impossible(20, 0));
  });

  it('never shows a result longer than it is, nor brings back what was omitted for good', () => {
    const two = (size: number) => [
      user('task'),
      assistant('', ['a', 'b']),
      result('a', 'y'.repeat(size)),
      result('b', 'z'.repeat(size)),
    ];
    expect(() => contextOf(foldAll(two(24)), { tokens: 17 })).toThrow(impossible(18, 17));
    const filtered = [policy({ toolResults: { keepRecent: 1, protectUnread: false } }), ...two(400)];
    expect(lines(contextOf(foldAll(filtered), { tokens: 18 }))[2]).toBe('tool: [Omitted]');
  });
});
