import type { Route } from '../route';
import { defaultServer } from './curl';
import { operation } from './operation';
import { sharedParameters } from './parameters';
import { sharedHeaders, sharedResponses } from './problems';
import { Schemas } from './schemas';
import { tags } from './tags';
import { problemSchema } from '../schemas/common';

const about = `Verbatim keeps every message of a conversation exactly as it came, and serves contexts that fit.

1. **Append** what was said: \`POST /v1/conversations/{id}/messages\`.
2. Ask for the **context** of the next model call: \`POST /v1/conversations/{id}/context\`. It holds what
   was acknowledged before it was asked for; behind a load balancer give the append's \`cursor\` as \`after\`.
3. Send \`body\` to the model, and append what it answers.

**Keys.** An API key, sent as \`authorization: Bearer KEY\` or \`x-api-key: KEY\`, decides the tenant and what may be asked.
It is needed outside loopback, and wherever keys are configured; without keys every request has all scopes.

**Errors** are problem documents (RFC 9457) with a stable \`code\`, and a sentence in \`detail\`.

**Lists** are \`{items, next}\`: \`next\` is what the page after is asked for with (\`after\`, in histories \`from\`); null at the end.

**Versions.** Fields may be added to answers; those that are there keep their names and meaning.`;

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, which decides the tenant. Needed outside loopback, and wherever keys are configured; each ' +
      'operation names the scope that the key must have. Without keys every request has all scopes.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The same key.' },
};

/** OpenAPI 3.1, from the schemas that validate. */
export function openApi(routes: Readonly<Record<string, Route>>): Record<string, unknown> {
  const schemas = new Schemas();
  schemas.refer(problemSchema, 'output', 'Problem');
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(routes)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(name, route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Verbatim',
      version: '1',
      summary: 'A context service for applications of language models',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: defaultServer, description: 'This service' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components(),
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedResponses(),
      securitySchemes,
    },
  };
}
