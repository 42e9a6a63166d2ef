import { YAML, type Route, RouteBody, RouteExample } from '../route';
import { curl } from './curl';
import { parameters } from './parameters';
import { problems } from './problems';
import type { Schemas } from './schemas';

/** One operation, with an example of its request and of its answer. */
export function operation(name: string, route: Route, schemas: Schemas): Record<string, unknown> {
  const { tag, summary, description, scope, status, body, answer, example } = route;
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const content = {
    'application/json': {
      schema: schemas.refer(answer, 'output', `${title}Answer`),
      example: example.answer,
    },
  };
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${description}${yamlToo(body)}\n\nScope of the API key: \`${scope}\`.`,
    security: [{ bearer: [scope] }, { apiKey: [scope] }],
    parameters: parameters(route, schemas),
    ...(body ? { requestBody: requestBody(body, title, example, schemas) } : {}),
    responses: { [status]: { description: `${answerOf[status]}.`, content }, ...problems(route.problems) },
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curl(route) }],
  };
}

/** Generators of clients know no YAML, so that it is told in words. */
function yamlToo(body: RouteBody | undefined): string {
  return body && YAML in body.content ? `\n\nThe body may be YAML too (\`${YAML}\`).` : '';
}

const answerOf = { 200: 'Done', 201: 'Created', 202: 'Durable in the log; its effect follows' } as const;

function requestBody(
  { content, optional }: RouteBody,
  title: string,
  { body, bodies = {} }: RouteExample,
  schemas: Schemas,
): Record<string, unknown> {
  const published = Object.entries(content).filter(([type]) => type !== YAML);
  const entries = published.map(([type, schema]) => [
    type,
    { schema: schemas.refer(schema, 'input', `${title}Request`), example: bodies[type] ?? body },
  ]);
  return { required: optional !== true, content: Object.fromEntries(entries) };
}
