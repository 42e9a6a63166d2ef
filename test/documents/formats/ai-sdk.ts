import { z } from 'zod';
import { blockSchema, messageFrame, systemSchema } from '../../../libs/formats/ai-sdk/schema';
import { apart, options, type Reading } from './reading';

const isSystem = apart('system', 'role');

export const aiSdk: readonly Reading[] = [
  { when: isSystem, read: z.looseObject({ system: systemSchema }) },
  { when: { not: isSystem }, read: messageFrame },
  { when: { not: isSystem }, items: { content: options(blockSchema.options) } },
];
