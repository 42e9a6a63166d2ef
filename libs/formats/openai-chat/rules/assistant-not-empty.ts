import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView, MessageView } from './body-view';

/** An empty string is content: OpenAI takes it, and models do answer with it. */
export const assistantNotEmpty: Rule<BodyView> = {
  name: 'assistant-not-empty',
  fact: 'An assistant message without calls has content, a refusal or audio; null is no content.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check: ({ messages }) =>
    inEach(messages, (message) =>
      message.role !== 'assistant' || says(message) ? null : 'no content, no calls and no refusal',
    ),
};

function says({ content, refusal, audio, calls, elements }: MessageView): boolean {
  const hasContent = typeof content === 'string' || elements.length > 0;
  const hasAudio = audio !== null && typeof audio === 'object';
  return hasContent || calls.length > 0 || typeof refusal === 'string' || hasAudio;
}
