import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { sentence } from '../../sentence';
import { partSchemaFor, validFrame } from '../schema';
import type { BodyView, MessageView } from './body-view';

export const messageShape: Rule<BodyView> = {
  name: 'message-shape',
  fact: 'Each message has an id, a role (system, user, assistant) and parts of the known types; what a tool part holds depends on its state.',
  source: 'https://unpkg.com/ai@6.0.326/src/ui/validate-ui-messages.ts',
  check: ({ messages }) => inEach(messages, problem),
};

function problem({ value }: MessageView): string | null {
  const frame = validFrame.safeParse(value);
  if (!frame.success) return sentence(frame.error, value, 'message');
  for (const [index, part] of frame.data.parts.entries()) {
    const path = `message.parts[${index}]`;
    const schema = partSchemaFor(part.type);
    if (!schema) return `${path}.type: the SDK knows no such part`;
    const result = schema.safeParse(part);
    if (!result.success) return sentence(result.error, part, path);
  }
  return null;
}
