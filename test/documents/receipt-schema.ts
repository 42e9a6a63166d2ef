import { contextServed } from '../../apps/context-builder/relay/context-served';
import { type Dialect, type JsonSchema, jsonSchemaOf } from './json-schema';

const description =
  'A context was served, and this is its receipt. Published by the context-builder to `context-receipts`, at least once; ' +
  '`dataversion` 1. Later versions may say more.';

/** The schema of the `data` of a ContextServed. */
export function receiptJsonSchema(dialect: Dialect): JsonSchema {
  return { title: contextServed.type, description, ...jsonSchemaOf(contextServed.data, dialect) };
}
