import { z } from 'zod';
import { ComponentNames, type Direction } from './component-names';
import { tidied, type JsonSchema } from './tidied';

/** The schemas of a document: those with a name stand once among its components and are referred to. */
export class Schemas {
  private readonly found = new Map<string, JsonSchema>();
  private readonly names = {
    input: new ComponentNames('input'),
    output: new ComponentNames('output'),
  } as const;

  /** A reference to it among the components; `name` is its name where it has none of its own. */
  refer(schema: z.ZodType, direction: Direction, name: string): JsonSchema {
    this.names[direction].name(schema, name);
    return this.of(schema, direction);
  }

  of(schema: z.ZodType, io: Direction): JsonSchema {
    const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: this.names[io] });
    const { $defs = {}, ...rest } = withReferences(tidied(made, io === 'output')) as {
      readonly $defs?: Readonly<Record<string, JsonSchema>>;
    };
    for (const [name, each] of Object.entries($defs)) this.add(name, each);
    return rest;
  }

  components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  private add(name: string, schema: JsonSchema): void {
    const known = this.found.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas are called ${name}: name them apart in component-names.ts`);
    }
    this.found.set(name, schema);
  }
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string'
        ? each.replace('#/$defs/', '#/components/schemas/')
        : withReferences(each),
    ]),
  );
}
