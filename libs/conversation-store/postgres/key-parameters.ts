import type { ConversationKey } from '../journal-row';
import { toColumn } from './text-column';

/** `$1` and `$2` of every statement about one conversation. */
export function keyParameters({
  tenant,
  conversation,
}: ConversationKey): [tenant: string, conversation: string] {
  return [toColumn(tenant), toColumn(conversation)];
}
