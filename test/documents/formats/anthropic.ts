import * as read from '../../../libs/formats/anthropic/schema';
import { apart, byType, having, type Reading } from './reading';

const isSystem = apart('system', 'role');
const text = byType({ text: read.textSchema });
const sent = { image: read.mediaSchema, document: read.mediaSchema, tool_result: read.toolResultSchema };
const written = {
  tool_use: read.toolUseSchema,
  server_tool_use: read.toolUseSchema,
  thinking: read.thinkingSchema,
  redacted_thinking: read.redactedSchema,
};

export const anthropic: readonly Reading[] = [
  { when: isSystem, read: read.systemSchema, items: { system: text } },
  { when: { not: isSystem }, read: read.messageSchema, items: { content: text } },
  { when: having('role', 'user'), items: { content: byType(sent) } },
  { when: having('role', 'assistant'), items: { content: byType({ ...sent, ...written }) } },
];
