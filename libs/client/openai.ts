import type OpenAI from 'openai';

export * from './index';

/** `import { VerbatimClient } from 'verbatim-context-client/openai'`: the client, with bodies for OpenAI in the types of the package `openai`. */
declare module './bodies' {
  interface ProviderBodies {
    'openai-chat': Pick<OpenAI.ChatCompletionCreateParams, 'messages'>;
    'openai-responses': { input: OpenAI.Responses.ResponseInputItem[]; instructions?: string };
  }
}
