import { envelopeJsonSchema } from './envelope-schema';
import { eventJsonSchema, eventTypes } from './event-schemas';
import { dialectUri, type JsonSchema } from './json-schema';
import { messageJsonSchemas } from './message-schemas';
import { receiptJsonSchema } from './receipt-schema';

const dialect = 'draft-2020-12';

/** One schema an event type, with all that it refers to, and one for the envelope; the keys are their names. */
export function publishedSchemas(): Record<string, JsonSchema> {
  const events = eventTypes.map((type) => {
    const schema = eventJsonSchema(type, dialect, (name) => `#/$defs/${name}`);
    const definitions = type === 'MessageAppended' ? { $defs: messageJsonSchemas(dialect) } : {};
    return [type, { $schema: dialectUri, ...schema, ...definitions }];
  });
  const envelope = { $schema: dialectUri, ...envelopeJsonSchema(dialect) };
  const ContextServed = { $schema: dialectUri, ...receiptJsonSchema(dialect) };
  return { envelope, ...Object.fromEntries(events), ContextServed };
}
