import { isEventType } from '@verbatim/conversation';
import addFormats from 'ajv-formats';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { publishedSchemas } from './published-schemas';

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
addFormats(ajv);

const schemas = publishedSchemas();
const compiled = new Map<string, ValidateFunction>(
  Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]),
);

/** What the schema `name` of docs/schemas finds wrong with a value; nothing where it passes. */
export function problemBy(name: string, value: unknown): string {
  const validate = compiled.get(name);
  if (validate === undefined) return `there is no schema ${name}`;
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

/** What the schemas find wrong with a structured CloudEvent. */
export function problemOf(event: unknown): string {
  const found = problemBy('envelope', event);
  if (found !== '') return found;
  const { type, data } = event as { type: string; data: unknown };
  return isEventType(type) ? problemBy(type, data) : `no such type: ${type}`;
}

export function descriptionOf(name: string): string {
  return String(schemas[name]?.['description']);
}
