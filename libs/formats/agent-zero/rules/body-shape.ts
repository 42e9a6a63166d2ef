import { inBody, notListed, notObjects } from '../../checking';
import type { Rule } from '../../format';
import { agentZeroSystemSchema } from '../schema';
import { type BodyView, SOURCE } from './body-view';

export const bodyShape: Rule<BodyView> = {
  name: 'body-shape',
  fact: 'A history is a list of messages, each an object, at least one of them; the system prompt is a text or a list of texts.',
  source: `${SOURCE}/agent.py`,
  check: ({ system, list }) => {
    const isPrompt = system === undefined || agentZeroSystemSchema.safeParse({ system }).success;
    return [
      ...notListed(list, 'messages'),
      ...(isPrompt ? [] : inBody('the system prompt is no text')),
      ...notObjects(list, 'a message'),
    ];
  },
};
