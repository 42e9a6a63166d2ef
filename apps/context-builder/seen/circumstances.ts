import type { SeenCall } from './seen-call';

interface Circumstance {
  readonly code: string;
  readonly detail: string;
}

/** What was different about two calls beside what they show: the history, the policy, and what was asked for. */
export function circumstances(from: SeenCall, to: SeenCall): Circumstance[] {
  const [one, other] = [from.receipt, to.receipt];
  const facts: [code: string, what: string, before: string, after: string][] = [
    ['position', 'the journal reached position', figure(one.position), figure(other.position)],
    ['policy', 'the policy was version', one.policyVersion.slice(0, 12), other.policyVersion.slice(0, 12)],
    ['model', 'the model was', one.model.requested, other.model.requested],
    ['target', 'the target was', one.target, other.target],
    ['window', 'messages in the window:', figure(one.limits.messages), figure(other.limits.messages)],
    ['budget', 'tokens in the budget:', figure(one.limits.tokens), figure(other.limits.tokens)],
    [
      'tools',
      "tokens of the request's tools:",
      figure(one.limits.toolTokens),
      figure(other.limits.toolTokens),
    ],
    ['engine', 'the engine was', String(one.engine), String(other.engine)],
    ['plugins', 'the plugins were', pluginsOf(from), pluginsOf(to)],
  ];
  return facts.flatMap(([code, what, before, after]) =>
    before === after ? [] : [{ code, detail: `${what} ${before}, then ${after}` }],
  );
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}

function pluginsOf({ receipt }: SeenCall): string {
  return receipt.plugins.map(({ name }) => name).join(', ');
}
