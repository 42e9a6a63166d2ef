import type Anthropic from '@anthropic-ai/sdk';

export * from './index';

/** `import { VerbatimClient } from 'verbatim-context-client/anthropic'`: the client, with bodies for Anthropic in the types of `@anthropic-ai/sdk`. */
declare module './bodies' {
  interface ProviderBodies {
    anthropic: Pick<Anthropic.MessageCreateParams, 'system' | 'messages'>;
  }
}
