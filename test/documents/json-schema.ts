import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The dialects that documents are written in: AsyncAPI's own schema language is a superset of draft 7. */
export type Dialect = 'draft-2020-12' | 'draft-7';

export const dialectUri = 'https://json-schema.org/draft/2020-12/schema';

/** What a schema takes in, without the dialect's name; what JSON Schema cannot say (a refinement) is left out. */
export function jsonSchemaOf(schema: z.ZodType, target: Dialect): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    target,
    unrepresentable: 'any',
  });
  return described;
}
