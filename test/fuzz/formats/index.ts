import type { Natives } from '../native';
import { agentZero } from './agent-zero';
import { aiSdk } from './ai-sdk';
import { aiSdkUi } from './ai-sdk-ui';
import { anthropic } from './anthropic';
import { canonical } from './canonical';
import { openAiChat } from './openai-chat';
import { openAiResponses } from './openai-responses';

export const allNatives: readonly Natives[] = [
  canonical,
  openAiChat,
  openAiResponses,
  anthropic,
  aiSdk,
  aiSdkUi,
  agentZero,
];
