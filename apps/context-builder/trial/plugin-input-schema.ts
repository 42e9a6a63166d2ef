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
  kind: z.enum(['message', 'tools', 'summary']).describe('What it is; `tools` is a whole tool turn.'),
  role: roleSchema.describe('Who speaks.'),
  name: z.string().nullable().describe('The name of who speaks; null where there is none.'),
  text: z.string().describe('What it says.'),
  tokens: count.describe('Its tokens.'),
  required: z.boolean().describe('True of one that must not be left out.'),
  plain: z.boolean().describe('True of one whose text may be shortened or joined.'),
  messages: z
    .array(
      z.object({
        role: roleSchema.describe('Who speaks.'),
        text: z.string().describe('What is said.'),
      }),
    )
    .describe('The messages that it is made of.'),
});

/** What `process` gets: `process(history, { ...session, history }, model)`. */
export const pluginInputSchema = z.object({
  chain: z.array(z.string()).describe('The plugins that were applied before, in their order.'),
  history: z.array(elementSchema).describe('The elements, in their order.'),
  session: z
    .object({
      tenant: z.string().describe('The tenant.'),
      conversation: z.string().describe('The conversation.'),
      position: count.describe('The newest position of the journal.'),
      model: z.string().describe('The model of the context.'),
      window: z
        .object({
          messages: z.int().describe('Messages at most.'),
          tokens: z.int().describe('Tokens at most.'),
        })
        .describe('What fits.'),
      lastActive: z.string().describe('When the newest event was taken.'),
    })
    .describe('The second argument of `process`, with `history` beside these.'),
  model: modelEntrySchema.describe('The third argument of `process`.'),
  models: z
    .object({
      old: modelEntrySchema.nullable().describe('The model before; null where there was none.'),
      new: modelEntrySchema.nullable().describe('The model since; null where the registry lacks it.'),
    })
    .nullable()
    .describe('Of the newest switch of the model, which `onModelSwitch` gets; null where there was none.'),
});
