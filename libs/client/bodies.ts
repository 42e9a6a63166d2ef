import type { ContextAnswer } from './api';

/** A wire format: what a context is asked for in, or messages are appended in. */
export type Format = ContextAnswer['target'];

type JsonObject = Readonly<Record<string, unknown>>;

interface PlainBodies {
  'openai-chat': { messages: JsonObject[] };
  'openai-responses': { input: JsonObject[]; instructions?: string };
  anthropic: { system?: string | JsonObject[]; messages: JsonObject[] };
  'ai-sdk': { system?: unknown; messages: JsonObject[] };
  'ai-sdk-ui': { messages: JsonObject[] };
  'agent-zero': { system?: unknown; messages: JsonObject[] };
}

/**
 * Empty here: merge the types of your provider's package into it, and bodies have them.
 * ```ts
 * declare module 'verbatim-context-client' {
 *   interface ProviderBodies {
 *     anthropic: Pick<Anthropic.MessageCreateParams, 'system' | 'messages'>;
 *   }
 * }
 * ```
 */
export interface ProviderBodies {}

/** The body of a context, ready to be sent beside the model's name and the settings of the call. */
export type ContextBody<F extends Format> = F extends keyof ProviderBodies
  ? ProviderBodies[F]
  : PlainBodies[F];
