import {
  defaultLimits,
  eventDefinitions,
  type EventType,
  formatNames,
  runMarksSchema,
} from '@verbatim/conversation';
import { about, messageNotes } from './event-notes';
import { type Dialect, type JsonSchema, jsonSchemaOf } from './json-schema';
import { having, implication } from './formats/reading';

/** Where in a document the schema of a format's messages stands. */
type Reference = (format: string) => string;

export const eventTypes = Object.keys(eventDefinitions) as EventType[];

/** The schema of an event's `data`; a MessageAppended refers to those of its formats. */
export function eventJsonSchema(type: EventType, dialect: Dialect, reference: Reference): JsonSchema {
  const head = { title: type, description: descriptionOf(type) };
  if (type === 'MessageAppended') return { ...head, ...anyFormat(dialect, reference) };
  return { ...head, ...jsonSchemaOf(eventDefinitions[type].data, dialect) };
}

/** `data` is in the format that it names, else canonical where it has `parts`, else in `openai-chat` (SPEC 9). */
function anyFormat(dialect: Dialect, reference: Reference): JsonSchema {
  const { type, properties } = jsonSchemaOf(runMarksSchema, dialect);
  const named = { required: ['format'] };
  const hasParts = { required: ['parts'] };
  const rule = (condition: JsonSchema, name: string) => implication(condition, { $ref: reference(name) });
  return {
    type,
    properties: { format: { enum: formatNames }, ...(properties as JsonSchema) },
    allOf: [
      ...formatNames.map((name) => rule(having('format', name), name)),
      rule({ ...hasParts, not: named }, 'canonical'),
      rule({ not: { anyOf: [named, hasParts] } }, 'openai-chat'),
    ],
  };
}

function descriptionOf(type: EventType): string {
  const { by, foldedFrom, version } = eventDefinitions[type];
  const notes = [about[type], `Published by a ${by}; \`dataversion\` ${version}.`];
  if (foldedFrom === null) notes.push('This version keeps it in the journal and does not act on it yet.');
  return [...notes, limits(by), ...(type === 'MessageAppended' ? messageNotes : [])].join(' ');
}

function limits(by: string): string {
  const { eventBytes, depth } = defaultLimits;
  const whose = by === 'producer' ? 'configurable' : 'at least';
  return `Looser than the reader, which refuses events over ${eventBytes} bytes and nesting over ${depth} (${whose}).`;
}
