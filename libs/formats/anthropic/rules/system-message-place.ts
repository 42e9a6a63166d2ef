import type { Rule } from '../../format';
import type { BodyView, MessageView } from './body-view';

export const systemMessagePlace: Rule<BodyView> = {
  name: 'system-message-place',
  fact:
    'A system message among the messages follows a user message, or an assistant message that ends with a server tool, and ' +
    'is the last one or followed by an assistant message.',
  source: 'https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages',
  check: ({ messages }) =>
    messages.flatMap(({ role, index }, at) => {
      if (role !== 'system' || at === 0) return [];
      const after = messages[at + 1];
      const isPlaced = mayPrecede(messages[at - 1]) && (after === undefined || after.role === 'assistant');
      return isPlaced ? [] : [{ index, detail: 'a system message cannot stand here' }];
    }),
};

function mayPrecede(message: MessageView | undefined): boolean {
  if (message?.role !== 'assistant') return message?.role === 'user';
  const type = message.blocks.at(-1)?.type ?? '';
  return type === 'server_tool_use' || type.endsWith('_tool_result');
}
