import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { fieldsOf } from '../../json-object';
import { sentence } from '../../sentence';
import { blocksOf, messageFrame } from '../schema';
import type { BodyView, MessageView } from './body-view';

export const messageShape: Rule<BodyView> = {
  name: 'message-shape',
  fact: 'Each message has a role and the contents of that role: a system message a text; a user message a text or text, images and files; an assistant message a text or text, files, reasoning, calls with an input, results and requests for approval; a tool message results and answers to such requests.',
  source: 'https://unpkg.com/ai@6.0.326/src/prompt/message.ts',
  check: ({ messages }) => inEach(messages, problem),
};

function problem({ value }: MessageView): string | null {
  const frame = messageFrame.safeParse(value);
  if (!frame.success) return sentence(frame.error, value, 'message');
  const { role, content } = frame.data;
  if (role === 'system' || typeof content === 'string') return null;
  const { content: list } = fieldsOf(value);
  const result = blocksOf[role].array().safeParse(list);
  return result.success ? null : sentence(result.error, list, 'message.content');
}
