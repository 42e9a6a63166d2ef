import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const partsNotEmpty: Rule<BodyView> = {
  name: 'parts-not-empty',
  fact: "A message that is not the assistant's has at least one part.",
  source: 'https://unpkg.com/ai@6.0.326/src/ui/validate-ui-messages.ts',
  check: ({ messages }) =>
    inEach(messages, ({ role, parts }) =>
      role === 'assistant' || parts.length > 0 ? null : 'the message has no parts',
    ),
};
