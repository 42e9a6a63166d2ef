import { openApi } from '../../apps/context-builder/http/openapi';
import { routes, type RouteName } from '../../apps/context-builder/http/routes';
import { resolve } from './references';

type Schema = Readonly<Record<string, unknown>>;

/** What the client sends and reads: the bodies and answers of these routes. */
const published: readonly (readonly [name: string, route: RouteName, what: 'body' | 'answer'])[] = [
  ['AppendRequest', 'appendMessages', 'body'],
  ['AppendAnswer', 'appendMessages', 'answer'],
  ['ContextRequest', 'context', 'body'],
  ['ContextAnswer', 'context', 'answer'],
  ['ConversationState', 'conversationState', 'answer'],
  ['DescribeRequest', 'describeConversation', 'body'],
  ['HistoryPage', 'history', 'answer'],
  ['RecallRequest', 'recall', 'body'],
  ['RecallAnswer', 'recall', 'answer'],
  ['SentAnswer', 'reportSent', 'answer'],
  ['Verification', 'verifyCall', 'answer'],
  ['Receipt', 'receipt', 'answer'],
  ['CallPage', 'conversationCalls', 'answer'],
  ['ConversationPage', 'listConversations', 'answer'],
  ['PolicyPage', 'listPolicies', 'answer'],
  ['Policy', 'policy', 'answer'],
  ['PutPolicyAnswer', 'putPolicy', 'answer'],
  ['DefaultPolicyAnswer', 'setDefaultPolicy', 'answer'],
  ['AssignPolicyAnswer', 'assignPolicy', 'answer'],
];

/** `libs/client/api.ts`: types written from the schemas of the service's OpenAPI document. */
export function clientTypes(command: string): string {
  const document = openApi(routes) as { paths: Record<string, Record<string, Schema>> };
  const types = published.map(([name, route, what]) => {
    const { path, method } = routes[route];
    const operation = document.paths[path]?.[method.toLowerCase()] ?? {};
    return `export type ${name} = ${typeOf(schemaIn(operation, what), what === 'body', document)};`;
  });
  return [`// Written from the service's OpenAPI document by \`${command}\`.`, ...types, ''].join('\n\n');
}

function schemaIn(operation: Schema, what: 'body' | 'answer'): Schema {
  const responses = operation['responses'] as Record<string, unknown> | undefined;
  const [answer] = Object.entries(responses ?? {})
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => response);
  const { content } = (what === 'body' ? operation['requestBody'] : answer) as {
    content: Record<string, { schema: Schema }>;
  };
  const schema = content['application/json']?.schema;
  if (!schema) throw new Error(`${String(operation['operationId'])} has no ${what}`);
  return schema;
}

/** @param isInput what callers write: there an object of any shape may be an instance of an interface */
function typeOf(schema: Schema, isInput: boolean, document: object): string {
  const inner = (one: unknown): string => typeOf(one as Schema, isInput, document);
  if (typeof schema['$ref'] === 'string') return inner(resolve(document, schema['$ref']));
  const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map((one) => JSON.stringify(one)));
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) return union(options.map(inner));
  if (Array.isArray(schema['type']))
    return union(schema['type'].map((type: unknown) => inner({ ...schema, type })));
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type'];
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${inner(schema['items'] ?? {})})[]`;
    case 'object':
      return objectType(schema, isInput, inner);
    case undefined:
      if (Object.keys(schema).every((key) => key === 'description')) return 'unknown';
  }
  throw new Error(`no type is written for ${JSON.stringify(schema)}`);
}

function objectType(schema: Schema, isInput: boolean, inner: (one: unknown) => string): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  const names = Object.keys(properties);
  const values = schema['additionalProperties'];
  if (names.length === 0 && isInput) return 'object';
  const members = names.map((name) => {
    const mark = required.includes(name) ? '' : '?';
    const type = inner(properties[name] ?? {});
    return `readonly ${JSON.stringify(name)}${mark}: ${type}${mark !== '' && isInput ? ' | undefined' : ''};`;
  });
  if (typeof values === 'object' && values !== null) {
    const type = names.length === 0 ? inner(values) : 'unknown';
    members.push(`readonly [name: string]: ${type};`);
  }
  return `{ ${members.join(' ')} }`;
}
