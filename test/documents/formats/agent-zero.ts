import { agentZeroMessageSchema, agentZeroSystemSchema } from '../../../libs/formats/agent-zero/schema';
import { apart, type Reading } from './reading';

const isSystem = apart('system', 'ai');

export const agentZero: readonly Reading[] = [
  { when: isSystem, read: agentZeroSystemSchema },
  { when: { not: isSystem }, read: agentZeroMessageSchema },
];
