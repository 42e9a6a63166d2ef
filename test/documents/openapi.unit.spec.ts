import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { routes } from '../../apps/context-builder/http/routes';
import { document, examplesOf, operations, parametersOf, type Schema } from './openapi-document';
import { referencesIn, resolve } from './references';

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
addFormats(ajv);
ajv.addKeyword('components');

/** Every schema of the document: 3.1 has them in JSON Schema's draft 2020-12. */
function schemasIn(value: unknown): object[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'schema' ? [inner as object] : schemasIn(inner),
  );
}

/** The places of fields and options within a schema, without following references. */
function partsOf(schema: unknown, at: string): { at: string; schema: Schema; isField: boolean }[] {
  if (schema === null || typeof schema !== 'object') return [];
  const {
    properties = {},
    items,
    additionalProperties,
    anyOf = [],
    oneOf = [],
  } = schema as Record<string, object>;
  const fields = Object.entries(properties).flatMap(([name, inner]) => [
    { at: `${at}.${name}`, schema: inner as Schema, isField: true },
    ...partsOf(inner, `${at}.${name}`),
  ]);
  const options = [...Object.values(anyOf), ...Object.values(oneOf), items, additionalProperties];
  return [
    ...fields,
    ...options.flatMap((inner) => (inner ? [{ at, schema: inner as Schema, isField: false }] : [])),
    ...options.flatMap((inner) => partsOf(inner, at)),
  ];
}

const parts = Object.entries(document.components['schemas'] ?? {}).flatMap(([name, schema]) => [
  { at: name, schema, isField: false },
  ...partsOf(schema, name),
]);

describe('the OpenAPI document', () => {
  it('names each operation once', () => {
    expect(operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it('says what it is, where it is served, and under which licence it comes', () => {
    expect(document.info).toMatchObject({ title: 'Verbatim', license: { identifier: 'MIT' } });
    expect(document.servers.map(({ url }) => url)).toEqual(['http://127.0.0.1:8080']);
  });

  it.each(operations)(
    '$method $path declares the parameters of its path, each once',
    ({ path, operation }) => {
      const all = parametersOf(operation);
      const inPath = all.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(new Set(all.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(all.length);
    },
  );

  it('refers to nothing that is not there, and has no component that nothing refers to', () => {
    const references = referencesIn(document);
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((reference) => resolve(document, reference) === undefined)).toEqual([]);
    const { securitySchemes: _named, ...components } = document.components;
    const unused = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named)
        .map((name) => `#/components/${kind}/${name}`)
        .filter((reference) => !references.includes(reference)),
    );
    expect(unused).toEqual([]);
  });

  it('has schemas that compile', () => {
    const schemas = schemasIn(document).filter((schema) => !('$ref' in schema));
    expect(schemas.length).toBeGreaterThan(50);
    const { components } = document;
    for (const schema of schemas) expect(() => ajv.compile({ components, ...schema })).not.toThrow();
    for (const schema of Object.values(components['schemas'] ?? {})) {
      expect(() => ajv.compile({ components, ...schema })).not.toThrow();
    }
  });
});

describe('what the reference tells', () => {
  it('has a group with a description for every operation, and no group without one', () => {
    const names = document.tags.map(({ name }) => name);
    expect(document.tags.filter(({ description }) => !description.endsWith('.'))).toEqual([]);
    expect([...new Set(operations.flatMap(({ operation }) => operation.tags))].toSorted()).toEqual(
      names.toSorted(),
    );
  });

  it.each(operations)(
    '$id has a few words as summary, a description, and a request to copy',
    ({ operation }) => {
      expect(operation.tags).toHaveLength(1);
      expect(operation.summary).toMatch(/^[A-Z].{3,58}[^.]$/);
      expect(operation.description).toMatch(/^[A-Z][^]{40,}\.$/);
      expect(operation['x-codeSamples'][0]?.source).toMatch(
        /^curl (-X \w+ )?'http:\/\/127\.0\.0\.1:8080\/v1\//,
      );
    },
  );

  it.each(operations)('$id describes every parameter', ({ operation }) => {
    const silent = parametersOf(operation).filter(({ description = '' }) => !description.endsWith('.'));
    expect(silent.map(({ name }) => `say with .describe() what ${name} is`)).toEqual([]);
  });

  it('describes every field of requests and answers', () => {
    const silent = parts.filter(
      ({ schema, isField }) => isField && typeof schema['description'] !== 'string',
    );
    expect(silent.map(({ at }) => `say with .describe() what ${at} is`)).toEqual([]);
  });

  it.each(operations)('$id has examples of its request and answer that its schemas take', ({ operation }) => {
    const { components } = document;
    const examples = examplesOf(operation);
    const bodies = Object.keys(operation.requestBody?.content ?? {}).length;
    expect(examples.length).toBeGreaterThanOrEqual(bodies + 1);
    for (const { where, media } of examples) {
      const validate = ajv.compile({ components, ...media.schema });
      expect([where, validate(media.example), ajv.errorsText(validate.errors)]).toEqual([
        where,
        true,
        'No errors',
      ]);
    }
  });

  it.each(Object.entries(routes))(
    '%s has an example that the service itself takes, without a field too many',
    (_, route) => {
      const { body, query, answer } = { ...route.example };
      const [schema] = Object.values(route.body?.content ?? {});
      expect(schema?.safeParse(body).error).toBeUndefined();
      const asText = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
      expect(route.query.safeParse(Object.fromEntries(asText)).error).toBeUndefined();
      // Parsing drops the fields that a schema does not know.
      expect(route.answer.parse(answer)).toEqual(answer);
    },
  );
});

describe('what readers of OpenAPI documents stumble over', () => {
  it('every operation has an answer for a wrong request, and security that is defined', () => {
    for (const { operation } of operations) {
      expect(Object.keys(operation.responses).some((status) => status.startsWith('4'))).toBe(true);
      const schemes = operation.security.flatMap((each) => Object.keys(each));
      expect(schemes.filter((name) => !(name in (document.components['securitySchemes'] ?? {})))).toEqual([]);
      expect(schemes).not.toEqual([]);
    }
  });

  it('no two paths differ in the names of their parameters alone', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('options of a oneOf exclude each other by a constant that each requires', () => {
    for (const { at, schema } of parts) {
      const options = (schema['oneOf'] ?? []) as {
        properties?: Record<string, Schema>;
        required?: string[];
      }[];
      const constants = options.map(({ properties = {}, required = [] }) =>
        required.filter((name) => 'const' in (properties[name] ?? {})),
      );
      expect([at, constants.every((names) => names.length > 0)]).toEqual([at, true]);
    }
  });

  it('a date-time has no regular expression, an integer not the bounds that every one has', () => {
    const text = JSON.stringify(document);
    expect(text).toContain('"format":"date-time"');
    expect(text).not.toMatch(/9007199254740991|"pattern":"\^\(\?:\(\?:/);
  });

  it('a constant is a text: a generator of Python clients writes others wrongly', () => {
    const odd = parts.filter(({ schema }) => 'const' in schema && typeof schema['const'] === 'number');
    expect(odd.map(({ at }) => at)).toEqual([]);
  });

  it('answers do not say that they have no other fields, since they may gain some', () => {
    const answers = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content = {} }) =>
        Object.values(content).map(({ schema }) => String(schema['$ref'])),
      ),
    );
    const closed = answers.filter((reference) => {
      const found = resolve(document, reference) as Schema | undefined;
      return found?.['additionalProperties'] === false;
    });
    expect(closed).toEqual([]);
  });

  it('events may be sent as one or as many, each a content type with one named schema', () => {
    const content = document.paths['/v1/events']?.['post']?.requestBody?.content ?? {};
    expect(content['application/cloudevents+json']?.schema).toEqual({
      $ref: '#/components/schemas/CloudEvent',
    });
    const batch = content['application/cloudevents-batch+json']?.schema['$ref'];
    expect(resolve(document, String(batch))).toMatchObject({
      type: 'array',
      items: { $ref: '#/components/schemas/CloudEvent' },
    });
  });

  it('options that have names of their own: of the unnamed, generators of clients make the same name twice', () => {
    const change = resolve(document, '#/components/schemas/ChainChange') as { anyOf: readonly Schema[] };
    expect(change.anyOf.map((option) => typeof option['$ref'])).toEqual(['string', 'string', 'string']);
  });
});
