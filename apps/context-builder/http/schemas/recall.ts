import { formatSchema } from '@verbatim/conversation';
import { z } from 'zod';

export const recallToolQuery = z.strictObject({
  target: formatSchema.default('openai-chat').describe('The form of the request that the tool goes into.'),
});
