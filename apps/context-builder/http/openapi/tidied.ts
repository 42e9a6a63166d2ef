export type JsonSchema = Readonly<Record<string, unknown>>;

const lists = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems']);
const maps = new Set(['properties', '$defs']);
const inner = new Set(['items', 'additionalProperties']);

/**
 * A generated schema as people and generators of clients read it: without the bounds that every integer has, without
 * the regular expression of what `format: date-time` says, and with `anyOf` where options may overlap. Answers may gain
 * fields, so nothing says that they have no others.
 */
export function tidied(schema: unknown, answers: boolean): JsonSchema {
  const entries = Object.entries(schema as JsonSchema).flatMap(([key, value]): [string, unknown][] => {
    if (maps.has(key)) return [[key, mapped(value, answers)]];
    if (lists.has(key)) return [[key, (value as unknown[]).map((each) => tidied(each, answers))]];
    if (key === 'const' && typeof value === 'number') return [['enum', [value]]];
    if (inner.has(key) && typeof value === 'object') return [[key, tidied(value, answers)]];
    return isNoise(key, value, schema as JsonSchema, answers) ? [] : [[key, value]];
  });
  return nullable(overlapping(Object.fromEntries(entries)));
}

function mapped(schemas: unknown, answers: boolean): object {
  return Object.fromEntries(
    Object.entries(schemas as JsonSchema).map(([name, each]) => [name, tidied(each, answers)]),
  );
}

function isNoise(key: string, value: unknown, schema: JsonSchema, answers: boolean): boolean {
  switch (key) {
    case '$schema':
    case 'id':
    case 'propertyNames':
      return true;
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER;
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER;
    case 'pattern':
      return schema['format'] === 'date-time';
    case 'additionalProperties':
      return answers && value === false;
    default:
      return false;
  }
}

/** Options exclude each other where each requires another constant; else more than one may hold. */
function overlapping(schema: JsonSchema): JsonSchema {
  const { oneOf, ...rest } = schema;
  return oneOf === undefined || areApart(oneOf as JsonSchema[]) ? schema : { ...rest, anyOf: oneOf };
}

function areApart(options: readonly JsonSchema[]): boolean {
  const [first, ...others] = options.map(
    ({ properties = {}, required = [] }) =>
      new Map(
        Object.entries(properties as Record<string, JsonSchema>)
          .filter(([name, each]) => 'const' in each && (required as string[]).includes(name))
          .map(([name, each]) => [name, each['const']]),
      ),
  );
  return [...(first?.keys() ?? [])].some((name) => {
    const values = [first, ...others].map((constants) => constants?.get(name));
    return !values.includes(undefined) && new Set(values).size === values.length;
  });
}

/** What may be null as one schema with two types, its description with it, where it is a plain one. */
function nullable(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, none] = anyOf as [JsonSchema, JsonSchema];
  if (none['type'] !== 'null') return schema;
  if (typeof value['type'] === 'string' && !('enum' in value || 'const' in value || 'properties' in value)) {
    return { ...value, type: [value['type'], 'null'], ...rest };
  }
  const { description, ...described } = value;
  const text = description === undefined ? {} : { description };
  return { ...text, anyOf: [described, none], ...rest };
}
