import * as fc from 'fast-check';
import { allNatives } from './formats';
import { dataTextOf, type Answer, type Call, type Native, type Natives } from './native';
import { answer, calling, text } from './odds';

/** One thing that happens to a conversation. */
export type Step =
  | { readonly kind: 'message'; readonly dataText: string }
  | { readonly kind: 'policy'; readonly document: object }
  /** The summarizer does what it owes. */
  | { readonly kind: 'settle' };

const natives = fc.constantFrom(...allNatives);

function written({ format }: Natives, messages: readonly Native[]): Step[] {
  return messages.map((native) => ({ kind: 'message', dataText: dataTextOf(format, native) }));
}

/** The results as they come: all in order, or any of them, twice, in any order and with strangers among them. */
function answersTo(
  calls: readonly Call[],
  picks: readonly number[] | null,
  strangers: readonly Answer[],
  said: string,
): Answer[] {
  const own = calls.map(({ id, name }) => ({ id, name, text: said, isError: false }));
  if (picks === null) return own;
  return picks.flatMap((pick, index) => own[pick % (calls.length + 1)] ?? strangers[index] ?? []);
}

const turn: fc.Arbitrary<Step[]> = fc
  .record({
    asking: fc.option(fc.tuple(natives, text)),
    caller: natives,
    called: calling,
    answerer: fc.option(natives, { freq: 3 }),
    picks: fc.option(fc.array(fc.nat(4), { maxLength: 5 }), { freq: 1 }),
    strangers: fc.array(answer, { maxLength: 3 }),
    result: text,
    reply: fc.option(fc.tuple(natives, text)),
  })
  .map(({ asking, caller, called, answerer, picks, strangers, result, reply }) => {
    const answers = answersTo(called.calls, picks, strangers, result);
    const by = answerer ?? caller;
    return [
      ...(asking ? written(asking[0], asking[0].saying('user', asking[1])) : []),
      ...written(caller, caller.calling(called)),
      ...(answers.length > 0 ? written(by, by.answering(answers)) : []),
      ...(reply ? written(reply[0], reply[0].saying('assistant', reply[1])) : []),
    ];
  });

const odd: fc.Arbitrary<Step[]> = fc.oneof(
  ...allNatives.map((each) => each.odd.map((native) => written(each, [native]))),
);

const said: fc.Arbitrary<Step[]> = fc
  .tuple(natives, fc.constantFrom<'user' | 'assistant'>('user', 'assistant'), text)
  .map(([by, role, words]) => written(by, by.saying(role, words)));

const policies: fc.Arbitrary<Step[]> = fc
  .record({
    history: fc.option(
      fc.record({
        triggerAt: fc.integer({ min: 3, max: 6 }),
        keepRecent: fc.integer({ min: 1, max: 2 }),
        summary: fc.constantFrom('llm', 'none'),
        mode: fc.constantFrom('layered', 'single'),
        summaryRole: fc.constantFrom('user', 'assistant'),
      }),
    ),
    toolResults: fc.option(
      fc.record({
        keepRecent: fc.nat(2),
        protectUnread: fc.boolean(),
        placeholder: fc.constantFrom('[Omitted]', '[see {ref}]', ''),
      }),
    ),
  })
  .map(({ history, toolResults }) => {
    const reduced = history === null ? null : { ...history, retriggerAt: history.triggerAt };
    return [{ kind: 'policy', document: { history: reduced, toolResults } }];
  });

const settled: fc.Arbitrary<Step[]> = fc.constant([{ kind: 'settle' }]);

const scene = fc.oneof(
  { weight: 6, arbitrary: turn },
  { weight: 8, arbitrary: odd },
  { weight: 3, arbitrary: said },
  { weight: 1, arbitrary: policies },
  { weight: 2, arbitrary: settled },
);

/** What a runtime asks for at the end of a history; the budgets are small. */
const request = fc.record({
  openCalls: fc.constantFrom<'refuse' | 'placeholder'>('refuse', 'placeholder', 'placeholder', 'placeholder'),
  budget: fc.record(
    { tokens: fc.integer({ min: 20, max: 2_000 }), messages: fc.integer({ min: 1, max: 12 }) },
    { requiredKeys: [] },
  ),
  pending: fc.option(fc.oneof(odd, said, turn), { freq: 2 }),
  model: fc.constantFrom('gpt-4o', 'claude-sonnet-4-5', 'gemini-2.5-pro'),
});

export interface History {
  readonly steps: readonly Step[];
  readonly request: {
    readonly openCalls: 'refuse' | 'placeholder';
    readonly budget: { readonly tokens?: number; readonly messages?: number };
    readonly pending: readonly string[];
    readonly model: string;
  };
}

/**
 * Messages of all formats in one conversation: parallel calls, orphans, two results for one call, unanswered ones, ids
 * used again, results inside other messages, empty and multimodal content, odd names, ids and arguments, sealed
 * reasoning, system messages anywhere; policies that omit and summarise; small budgets and pending messages.
 */
export const histories: fc.Arbitrary<History> = fc
  .record({ scenes: fc.array(scene, { minLength: 1, maxLength: 10, size: 'max' }), request })
  .map(({ scenes, request: { pending, ...asked } }) => ({
    steps: scenes.flat(),
    request: {
      ...asked,
      pending: (pending ?? []).flatMap((step) => (step.kind === 'message' ? [step.dataText] : [])),
    },
  }));
