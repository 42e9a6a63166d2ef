import type { Rule, Violation } from '../format';

/** Holds a body against every rule, in their order. */
export function checkRules<Body>(rules: readonly Rule<Body>[], body: Body): Violation[] {
  return rules.flatMap(({ name, check }) => check(body).map((problem) => ({ rule: name, ...problem })));
}
