import { formatSchema, modelEntrySchema, roleSchema } from '@verbatim/conversation';
import { z } from 'zod';

const count = z.int().min(0);

export const pluginInputQuery = z.strictObject({
  model: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The model that the context is for; the one of the newest switch or call where it is left out.',
    ),
  target: formatSchema.default('openai-chat').describe("The provider's format."),
});

const elementSchema = z.object({
  id: z.string().describe('Id of its first event.'),
  merged: z.array(z.string()).describe('Ids of the elements that a plugin before joined into it.'),
  kind: z.enum(['message', 'tools', 'summary']),
  role: roleSchema,
  name: z.string().nullable(),
  text: z.string(),
  tokens: count,
  required: z.boolean().describe('True of one that must not be left out.'),
  plain: z.boolean().describe('True of one whose text may be shortened or joined.'),
  messages: z.array(z.object({ role: roleSchema, text: z.string() })),
});

/** What `process` gets: `process(history, { ...session, history }, model)`. */
export const pluginInputSchema = z.object({
  chain: z.array(z.string()).describe('The plugins that were applied before, in their order.'),
  history: z.array(elementSchema),
  session: z.object({
    tenant: z.string(),
    conversation: z.string(),
    position: count,
    model: z.string(),
    window: z.object({ messages: z.int(), tokens: z.int() }),
    lastActive: z.string(),
  }),
  model: modelEntrySchema,
  models: z
    .object({ old: modelEntrySchema.nullable(), new: modelEntrySchema.nullable() })
    .nullable()
    .describe('Of the newest switch of the model, which `onModelSwitch` gets; null where there was none.'),
});
