import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView, MessageView } from './body-view';

const USER_TYPES = ['text', 'image_url', 'input_audio', 'file'];
const TYPES: Readonly<Record<string, readonly string[]>> = {
  user: USER_TYPES,
  assistant: ['text', 'refusal'],
};

export const contentTypes: Rule<BodyView> = {
  name: 'content-types',
  fact: 'Content is a string or a list of parts; users may send text, images, audio and files, assistants text and refusals, everyone else text.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check: ({ messages }) => inEach(messages, problem),
};

function problem({ role, content, elements }: MessageView): string | null {
  if (typeof content === 'string') return null;
  if (content === null || content === undefined) {
    return role === 'assistant' ? null : 'content is neither a string nor a list';
  }
  if (!Array.isArray(content)) return 'content is neither a string nor a list';
  const allowed = TYPES[String(role)] ?? ['text'];
  const wrong = elements.find(({ type, text }) => {
    return (
      typeof type !== 'string' || !allowed.includes(type) || (type === 'text' && typeof text !== 'string')
    );
  });
  return wrong ? `a part of type ${JSON.stringify(wrong['type'])} in a ${String(role)} message` : null;
}
