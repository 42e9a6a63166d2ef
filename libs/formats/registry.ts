import type { FormatName } from '@verbatim/conversation';
import { agentZero } from './agent-zero';
import { aiSdk } from './ai-sdk';
import { aiSdkUi } from './ai-sdk-ui';
import { anthropic } from './anthropic';
import type { Format } from './format';
import { openAiChat } from './openai-chat';
import { openAiResponses } from './openai-responses';

const formats: Readonly<Record<FormatName, Format>> = {
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  anthropic,
  'ai-sdk': aiSdk,
  'ai-sdk-ui': aiSdkUi,
  'agent-zero': agentZero,
};

export function format(name: FormatName): Format {
  return formats[name];
}
