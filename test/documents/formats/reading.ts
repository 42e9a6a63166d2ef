import type { z } from 'zod';
import { type Dialect, type JsonSchema, jsonSchemaOf } from '../json-schema';

/** Items of a list, read by what is true of them; others are taken as they are. */
export type Items = readonly { readonly when: JsonSchema; readonly read: z.ZodType }[];

/** What `data` is read with where `when` is true of it. */
export interface Reading {
  readonly when?: JsonSchema;
  readonly read?: z.ZodType;
  readonly items?: Readonly<Record<string, Items>>;
}

export function having(name: string, value: string): JsonSchema {
  return { properties: { [name]: { const: value } }, required: [name] };
}

/** True where something stands apart under this key, and this is no message: that has the other. */
export function apart(key: string, ofMessages: string): JsonSchema {
  return { required: [key], not: { required: [ofMessages] } };
}

export function implication(condition: JsonSchema, consequence: JsonSchema): JsonSchema {
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's own keyword
  return { if: condition, then: consequence };
}

/** Items by their `type`. */
export function byType(types: Readonly<Record<string, z.ZodType>>): Items {
  return Object.entries(types).map(([type, read]) => ({ when: having('type', type), read }));
}

/** Items as a discriminated union by `type` reads them. */
export function options(
  union: readonly (z.ZodType & { readonly shape: { readonly type: z.ZodLiteral<string> } })[],
): Items {
  return byType(Object.fromEntries(union.map((option) => [option.shape.type.value, option])));
}

/** A schema that all of these hold for. */
export function schemaOf(readings: readonly Reading[], dialect: Dialect): JsonSchema {
  const [first] = readings;
  const isPlain = readings.length === 1 && first?.read && !first.when && !first.items;
  if (isPlain) return jsonSchemaOf(first.read, dialect);
  return { type: 'object', allOf: readings.flatMap((reading) => rulesOf(reading, dialect)) };
}

function rulesOf({ when, read, items = {} }: Reading, dialect: Dialect): JsonSchema[] {
  const lists = Object.entries(items).map(([name, each]) => [name, { items: itemSchema(each, dialect) }]);
  const rules = [
    ...(read ? [jsonSchemaOf(read, dialect)] : []),
    ...(lists.length > 0 ? [{ properties: Object.fromEntries(lists) as JsonSchema }] : []),
  ];
  return when === undefined ? rules : rules.map((rule) => implication(when, rule));
}

function itemSchema(items: Items, dialect: Dialect): JsonSchema {
  return { allOf: items.map(({ when, read }) => implication(when, jsonSchemaOf(read, dialect))) };
}
