import { canonicalMessageDataSchema, formatNames } from '@verbatim/conversation';
import { readings } from './formats';
import { schemaOf } from './formats/reading';
import { type Dialect, type JsonSchema, jsonSchemaOf } from './json-schema';

/** What the `data` of a MessageAppended is read with, by the format it is written in, `canonical` among them. */
export function messageJsonSchemas(dialect: Dialect): Record<string, JsonSchema> {
  return {
    canonical: jsonSchemaOf(canonicalMessageDataSchema, dialect),
    ...Object.fromEntries(formatNames.map((name) => [name, schemaOf(readings[name], dialect)])),
  };
}
