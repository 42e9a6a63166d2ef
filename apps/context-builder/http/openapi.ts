import { z } from 'zod';
import { problemStatus, type ProblemCode } from './problem';
import type { Route } from './route';
import { problemSchema } from './schemas/common';

/** What every route may answer. */
const everywhere: readonly ProblemCode[] = [
  'request-invalid',
  'unauthenticated',
  'forbidden',
  'tenant-forbidden',
  'too-large',
  'store-unavailable',
  'overloaded',
  'internal-error',
];

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, which decides the tenant. Needed outside loopback, and wherever keys are configured; each ' +
      'operation names the scope that the key must have. Without keys every request has all scopes.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The same key' },
};

/** OpenAPI 3.1, from the schemas that validate. */
export function openApi(routes: Readonly<Record<string, Route>>): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(routes)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(name, route);
  }
  const schemas: Record<string, unknown> = { Problem: schemaOf(problemSchema, 'output') };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Verbatim',
      version: '1',
      description: 'Keeps every message exactly as it came; serves contexts that fit.',
    },
    paths: hoisted(paths, schemas),
    components: { schemas, securitySchemes },
  };
}

/** A schema with a name of its own stands once, under `schemas`, wherever it is used. */
function hoisted(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((inner) => hoisted(inner, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $defs = {}, ...rest } = value as { $defs?: Readonly<Record<string, unknown>> };
  for (const [name, schema] of Object.entries($defs)) schemas[name] ??= hoisted(schema, schemas);
  return Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === '$ref' ? String(inner).replace('#/$defs/', '#/components/schemas/') : hoisted(inner, schemas),
    ]),
  );
}

function operation(name: string, route: Route): Record<string, unknown> {
  return {
    operationId: name,
    summary: route.summary,
    description: [...(route.description ? [route.description] : []), `Scope: \`${route.scope}\``].join(
      '\n\n',
    ),
    security: [{ bearer: [route.scope] }, { apiKey: [route.scope] }],
    parameters: [...headers(route), ...pathParameters(route), ...queryParameters(route)],
    ...(route.body ? { requestBody: requestBody(route.body) } : {}),
    responses: {
      [route.status]: {
        description: route.summary,
        content: content(['application/json'], route.answer, 'output'),
      },
      ...problems([...everywhere, ...route.problems]),
    },
  };
}

function headers({ status }: Route): object[] {
  const tenant = header('x-tenant-id', 'The tenant where no API key says it; `default` where it is left out');
  const key = 'Ids are derived from it, so that the same request again changes nothing';
  return status === 202 ? [tenant, header('idempotency-key', key)] : [tenant];
}

function header(name: string, description: string): object {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

function pathParameters({ path }: Route): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: Route): object[] {
  const named = Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));
  return [...named, ...metadataParameter(query)];
}

/** Of a query that takes `metadata.KEY`: an exploded form, each of whose members is a parameter. */
function metadataParameter(query: z.ZodObject): object[] {
  const { catchall } = query.def;
  if (catchall === undefined || catchall instanceof z.ZodNever) return [];
  const propertyNames = { pattern: String.raw`^metadata\..+$` };
  const { description, examples } = query.meta() ?? {};
  const schema = { type: 'object', propertyNames, additionalProperties: { type: 'string' }, examples };
  return [{ name: 'metadata', in: 'query', description, style: 'form', explode: true, schema }];
}

function requestBody({ types, schema }: NonNullable<Route['body']>): object {
  return { required: true, content: content(types, schema, 'input') };
}

function content(types: readonly string[], schema: z.ZodType, io: 'input' | 'output'): object {
  return Object.fromEntries(types.map((type) => [type, { schema: schemaOf(schema, io) }]));
}

/** Problems of one status share an entry, which names their codes. */
function problems(codes: readonly ProblemCode[]): Record<string, object> {
  const statuses = [...new Set(codes.map((code) => problemStatus[code]))].toSorted((a, b) => a - b);
  const schema = { $ref: '#/components/schemas/Problem' };
  return Object.fromEntries(
    statuses.map((status) => {
      const description = codes.filter((code) => problemStatus[code] === status).join(', ');
      return [status, { description, content: { 'application/problem+json': { schema } } }];
    }),
  );
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
