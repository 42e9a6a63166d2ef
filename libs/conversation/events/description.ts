import { z } from 'zod';
import { nameSchema } from './message-appended';

/** Keys of a conversation's metadata at most, over all events together. */
export const MOST_METADATA_KEYS = 64;
const LONGEST_KEY = 64;
const LONGEST_VALUE = 512;
const LONGEST_TITLE = 512;

const metadataValue = z
  .union([z.string().meta({ maxLength: LONGEST_VALUE }), z.number(), z.boolean()])
  .refine(isShort, `longer than ${LONGEST_VALUE} characters`);
export type MetadataValue = z.infer<typeof metadataValue>;

const metadataKey = z.string().min(1).max(LONGEST_KEY);

function isShort(value: string | number | boolean): boolean {
  return typeof value !== 'string' || value.length <= LONGEST_VALUE;
}

function hasFewKeys(metadata: object): boolean {
  return Object.keys(metadata).length <= MOST_METADATA_KEYS;
}

/** The metadata of a conversation, as it is kept. */
export const metadataSchema = z.record(metadataKey, metadataValue);

/**
 * What people and applications call a conversation by; it changes no context. A member that is absent stays as it was,
 * null clears it. `metadata` is merged key by key: a key that is null is cleared, and `metadata: null` clears all.
 */
export const conversationDescribedSchema = z.object({
  title: z
    .string()
    .min(1)
    .max(LONGEST_TITLE)
    .nullable()
    .optional()
    .meta({ description: 'What the conversation is about; null clears it.', examples: ['Lost parcel'] }),
  user: nameSchema
    .nullable()
    .optional()
    .meta({ description: 'Whose conversation it is; null clears it.', examples: ['user-17'] }),
  metadata: z
    .record(metadataKey, metadataValue.nullable())
    .refine(hasFewKeys, `more than ${MOST_METADATA_KEYS} keys`)
    .nullable()
    .optional()
    .meta({
      description:
        `Texts, numbers, true and false by key, at most ${MOST_METADATA_KEYS} keys in all; merged key by key, ` +
        'a key that is null is cleared, null for all of it clears every key.',
      examples: [{ project: 'returns', priority: 2 }],
    }),
});
export type ConversationDescribed = z.infer<typeof conversationDescribedSchema>;
