import { envelopeSchema } from '@verbatim/conversation';
import { z } from 'zod';
import { type Dialect, type JsonSchema, jsonSchemaOf } from './json-schema';

const { data, ...attributes } = envelopeSchema.shape;

const needed = { type: attributes.type, subject: attributes.subject };
const specversion = z.string().regex(/^1\.\d+$/);
const versionAsText = z.string().regex(/^[1-9]\d*$/);
const optional = {
  specversion,
  id: attributes.id,
  source: attributes.source,
  time: attributes.time,
  datacontenttype: attributes.datacontenttype,
  tenantid: attributes.tenantid,
  dataversion: z.union([z.int().min(1), versionAsText]),
  causationid: attributes.causationid,
  correlationid: attributes.correlationid,
} satisfies Record<Exclude<keyof typeof attributes, keyof typeof needed>, z.ZodType>;

const description =
  'A CloudEvents 1.0 envelope as Verbatim reads it: `type`, `subject` (the conversation) and `data` are needed, null ' +
  'counts as absent. Without `id` the record is named topic/partition/offset, without `tenantid` its tenant is ' +
  '`default`, without `dataversion` that is 1; a `time` that is not RFC 3339 is left out. Looser than the reader, which ' +
  'refuses names of over 256 characters (configurable), NUL and lone surrogates in names, and an id that together with ' +
  'subject and tenant has over 2,500 bytes.';

/** The structured mode: one JSON object. `data` is any: each event type has a schema of its own. */
export function envelopeJsonSchema(dialect: Dialect): JsonSchema {
  const nullable = Object.entries(optional).map(([name, schema]) => [name, schema.nullish()]);
  const envelope = z.looseObject({ ...needed, ...Object.fromEntries(nullable), data });
  return { title: 'CloudEvents envelope', description, ...jsonSchemaOf(envelope, dialect) };
}

/** The headers of the binary mode: each attribute in a header of its own, as text; the record's value is `data`. */
export function headersJsonSchema(type: string, dialect: Dialect): JsonSchema {
  const { datacontenttype, ...others } = { ...needed, ...optional };
  const texts = { ...others, type: z.literal(type), dataversion: versionAsText.optional() };
  const headers = Object.entries({ ...texts, specversion: specversion.optional() });
  const named = Object.fromEntries(headers.map(([name, schema]) => [`ce_${name}`, schema]));
  return jsonSchemaOf(z.looseObject({ ...named, 'content-type': datacontenttype }), dialect);
}
