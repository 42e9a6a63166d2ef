import { z } from 'zod';
import { messageFrame, partSchemaFor } from '../../../libs/formats/ai-sdk-ui/schema';
import { toolPartSchema } from '../../../libs/formats/ai-sdk-ui/tool-schema';
import { byType, having, type Reading } from './reading';

const types = ['text', 'reasoning', 'file', 'source-url', 'source-document', 'step-start'];
const parts = Object.fromEntries(types.map((type) => [type, partSchemaFor(type) ?? z.never()]));

const typeLike = (pattern: string) => ({
  properties: { type: { type: 'string', pattern } },
  required: ['type'],
});

/** JSON drops what is undefined, so the reader misses neither of them. */
const toolPart = z.union(
  toolPartSchema.options.map((state) => (state as z.ZodObject).partial({ input: true, output: true })),
);

export const aiSdkUi: readonly Reading[] = [
  { read: messageFrame },
  {
    items: {
      parts: [
        ...byType(parts),
        { when: typeLike('^data-'), read: partSchemaFor('data-') ?? z.never() },
        { when: typeLike('^(tool-|dynamic-tool$)'), read: toolPart },
        { when: having('type', 'dynamic-tool'), read: z.looseObject({ toolName: z.string() }) },
      ],
    },
  },
];
