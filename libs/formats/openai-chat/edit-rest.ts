import { callIdFor, type Edit, inMessageOf, notCarried } from '../encoding';
import type { FormatNotice } from '../format';
import { authorName, CALL_ID } from './limits';
import { type NativeMessage, shownAt } from './native-message';

/** What stands beside content and calls: the author's name, the answered id, refusal and spoken answer. */
export function editRest(native: NativeMessage): Edit {
  const { chat, source } = native;
  const members: Record<string, string | null> = {};
  const losses: FormatNotice[] = [];
  const author = authorName(chat.name ?? null);
  if (author.name !== (chat.name ?? null)) members['name'] = author.name && JSON.stringify(author.name);
  if (chat.role === 'tool') {
    const id = callIdFor(CALL_ID, chat.tool_call_id, source.calls.get(chat.tool_call_id));
    if (id !== chat.tool_call_id) members['tool_call_id'] = JSON.stringify(id);
  }
  for (const place of ['refusal', 'audio']) {
    const isThere = native.placed.some((part) => part.place === place);
    if (isThere && shownAt(native, place) === null) members[place] = null;
  }
  if (chat.role === 'user' && chat.tool_calls !== undefined) {
    members['tool_calls'] = null;
    const index = shownAt(native, 'tool_calls');
    if (index !== null) losses.push(notCarried('openai-chat', index, `calls ${inMessageOf('user')}`));
  }
  return { members, losses, repairs: author.repairs };
}
