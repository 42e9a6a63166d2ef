import type { Mutation } from '../contract';

/** Breaks in what contexts may be. */
export const contextsMutations: readonly Mutation[] = [
  {
    name: 'budget-ignored',
    what: 'A context may have twice its budget.',
    breaks: 4,
    under: 'none',
    edits: [
      {
        file: 'libs/conversation/context/fit-tokens.ts',
        find: '  if (tokens + limits.toolTokens > limits.tokens) throw impossible(tokens, limits);',
        replace: '  if (tokens > 3 * limits.tokens) throw impossible(tokens, limits);',
      },
      {
        file: 'libs/conversation/context/fit-tokens.ts',
        find: '  const available = limits.tokens - limits.toolTokens;',
        replace: '  const available = 2 * (limits.tokens - limits.toolTokens);',
      },
    ],
  },
  {
    name: 'group-split',
    what: 'A result is left out of its group, and nothing checks what leaves.',
    breaks: 4,
    under: 'none',
    edits: [
      {
        file: 'libs/conversation/context/build-context.ts',
        find: '  const entries = fitted.units.flatMap((unit) => unit.entries);',
        replace:
          '  const entries = fitted.units.flatMap((unit) => (unit.entries.length > 2 ? unit.entries.toSpliced(1, 1) : unit.entries));',
      },
      {
        file: 'apps/context-builder/serving/engine.ts',
        find: '  const violations = out.check(JSON.parse(rendered.bodyText));',
        replace: '  const violations = [] as ReturnType<typeof out.check>;',
      },
    ],
  },
];
