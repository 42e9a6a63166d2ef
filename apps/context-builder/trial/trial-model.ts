import { VerbatimError, type ModelRegistry, type ResolvedModel } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import { conversationNotFound } from '../reading/history-service';

/**
 * The model that was asked for, else the one of the conversation's newest switch or call.
 * @throws VerbatimError `conversation-not-found`, `model-unknown`, `request-invalid` where none is known
 */
export async function trialModel(
  reader: Pick<ConversationReader, 'head' | 'modelOfNewestCall'>,
  key: ConversationKey,
  wanted: string | undefined,
  registry: ModelRegistry,
): Promise<ResolvedModel> {
  if (wanted !== undefined) return registry.get(wanted);
  const stored = await reader.head(key);
  if (!stored) throw conversationNotFound(key);
  const id = stored.head.model ?? (await reader.modelOfNewestCall(key));
  if (id !== null) return registry.get(id);
  const detail = `model: name one, such as gpt-4o; no call of ${key.conversation} was made yet that would say it`;
  throw new VerbatimError('request-invalid', detail);
}
