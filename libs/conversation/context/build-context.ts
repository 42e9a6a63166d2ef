import { composeView } from './compose';
import type { Entry } from './entry';
import { fitMessages } from './fit-messages';
import { fitTokens } from './fit-tokens';
import type { ContextLimits, ContextSource, CountTokens, Notice } from './source';

/** What a context consists of, in order, before a format renders it. */
export interface Context {
  readonly entries: readonly Entry[];
  /** Of the rendered body with all overhead and the model's margin; the request's tools come on top. */
  readonly tokens: number;
  readonly degraded: readonly Notice[];
  readonly losses: readonly Notice[];
}

export interface BuildOptions {
  readonly limits: ContextLimits;
  readonly count: CountTokens;
  readonly openCalls: 'refuse' | 'placeholder';
}

/**
 * Builds the context of a model call from a conversation as it is: pinned messages, summaries, live messages with
 * their replacements, within the limits, no group split. The same source and options always give the same context.
 * Throws VerbatimError `open-calls` or `budget-impossible`.
 */
export function buildContext(source: ContextSource, { limits, count, openCalls }: BuildOptions): Context {
  const view = composeView(source, { overhead: limits.overhead, count, openCalls });
  const { units, hidden } = fitMessages(view.units, source.head, limits);
  const placeholder = source.head.placeholder;
  const fitted = fitTokens(units, { limits, placeholder, count });
  const cut: Notice[] =
    hidden > 0
      ? [
          {
            code: 'window-cut',
            detail: `${hidden} older messages are not shown: the window holds ${limits.messages}`,
          },
        ]
      : [];
  return {
    entries: fitted.units.flatMap((unit) => unit.entries),
    tokens: fitted.tokens,
    degraded: [...cut, ...fitted.degraded],
    losses: view.losses,
  };
}
