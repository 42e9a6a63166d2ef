/** Names of the wire formats, the same in and out (SPEC 9). */
export const formatNames = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'ai-sdk',
  'ai-sdk-ui',
  'agent-zero',
] as const;
