import type { FormatName } from '@verbatim/conversation';
import { chatMessageSchema } from '@verbatim/formats';
import { agentZero } from './agent-zero';
import { aiSdk } from './ai-sdk';
import { aiSdkUi } from './ai-sdk-ui';
import { anthropic } from './anthropic';
import { openAiResponses } from './openai-responses';
import type { Reading } from './reading';

/** What the decoder of each format reads a message with. */
export const readings: Readonly<Record<FormatName, readonly Reading[]>> = {
  'openai-chat': [{ read: chatMessageSchema }],
  'openai-responses': openAiResponses,
  anthropic,
  'ai-sdk': aiSdk,
  'ai-sdk-ui': aiSdkUi,
  'agent-zero': agentZero,
};
