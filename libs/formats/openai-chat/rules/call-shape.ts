import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { API_REFERENCE, type BodyView, type CallView } from './body-view';

/** What OpenAI does not ask is that the arguments are JSON: models do not always write it. */
export const callShape: Rule<BodyView> = {
  name: 'call-shape',
  fact: 'A call has an id and a type, function or custom, and under that name a tool; arguments and input are strings.',
  source: API_REFERENCE,
  check: ({ messages }) =>
    inEach(messages, ({ calls }) => calls.flatMap((call) => problem(call) ?? [])[0] ?? null),
};

function problem({ id, type, tool }: CallView): string | null {
  if (typeof id !== 'string') return 'a call has no id';
  if (type !== 'function' && type !== 'custom') return `${JSON.stringify(type)} is not a type of call`;
  const key = type === 'function' ? 'arguments' : 'input';
  if (typeof tool[key] !== 'string') return `${type}.${key} is not a string`;
  return typeof tool['name'] === 'string' ? null : `${type}.name is not a string`;
}
