import { openApi } from '../../apps/context-builder/http/openapi';
import { routes, type RouteName } from '../../apps/context-builder/http/routes';

type Schema = Readonly<Record<string, unknown>>;

/** What the Python client reads: answers of these routes, or the items of an answer that is a page. */
const published: readonly (readonly [name: string, route: RouteName, what: 'answer' | 'items'])[] = [
  ['AppendAnswer', 'appendMessages', 'answer'],
  ['AssignPolicyAnswer', 'assignPolicy', 'answer'],
  ['CallPageItem', 'conversationCalls', 'items'],
  ['ContextAnswer', 'context', 'answer'],
  ['ConversationPageItem', 'listConversations', 'items'],
  ['ConversationState', 'conversationState', 'answer'],
  ['DefaultPolicyAnswer', 'setDefaultPolicy', 'answer'],
  ['Policy', 'policy', 'answer'],
  ['PolicyPageItem', 'listPolicies', 'items'],
  ['PutPolicyAnswer', 'putPolicy', 'answer'],
  ['RecallAnswer', 'recall', 'answer'],
  ['Receipt', 'receipt', 'answer'],
  ['SentAnswer', 'reportSent', 'answer'],
  ['Verification', 'verifyCall', 'answer'],
];

/** `api.py` of the Python client: TypedDicts written from the schemas of the service's OpenAPI document. */
export function pythonTypes(command: string): string {
  const document = openApi(routes) as { paths: Record<string, Record<string, Schema>> };
  const writer = new TypeWriter(document);
  for (const [name, route, what] of published) {
    const { path, method } = routes[route];
    const answer = writer.resolved(answerSchema(document.paths[path]?.[method.toLowerCase()] ?? {}));
    const schema = what === 'items' ? writer.itemsOf(answer) : answer;
    writer.declare(name, schema);
  }
  return `"""Written from the service's OpenAPI document by \`${command}\`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


${writer.text()}`;
}

function answerSchema(operation: Schema): Schema {
  const responses = operation['responses'] as Record<string, { content: Record<string, { schema: Schema }> }>;
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = response?.content['application/json']?.schema;
  if (!schema) throw new Error(`${String(operation['operationId'])} has no answer`);
  return schema;
}

/** Writes one TypedDict for each object, named after where it stands. */
class TypeWriter {
  private readonly classes = new Map<string, string>();

  constructor(private readonly document: object) {}

  text(): string {
    return [...this.classes.values()].join('\n\n').replaceAll(/^(\w+ = dict.*\n)\n\n/gm, '$1\n\n');
  }

  /** The schema itself where it is a reference to one. */
  resolved(schema: Schema): Schema {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    const path = $ref.replace('#/', '').split('/');
    return path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], this.document) as Schema;
  }

  itemsOf(page: Schema): Schema {
    const { properties } = page as { properties: Record<string, Schema> };
    return this.resolved((this.resolved(properties['items'] ?? {})['items'] ?? {}) as Schema);
  }

  /** A union of objects becomes a dictionary of any shape: TypedDicts cannot be told apart at run time. */
  declare(name: string, schema: Schema): string {
    if (this.classes.has(name)) return name;
    const { properties, required = [] } = schema as {
      properties?: Record<string, Schema>;
      required?: readonly string[];
    };
    if (properties === undefined) {
      this.classes.set(name, `${name} = dict[str, Any]\n`);
      return name;
    }
    // Its place is before those of its members.
    this.classes.set(name, '');
    const members = Object.entries(properties).map(([key, member]) => {
      const type = this.typeOf(member, `${name}${capitalised(key)}`);
      return [key, required.includes(key) ? type : `NotRequired[${type}]`] as const;
    });
    const isPlain = members.every(([key]) => /^[A-Za-z]\w*$/.test(key) && !reserved.has(key));
    this.classes.delete(name);
    this.classes.set(name, isPlain ? classText(name, members) : functionalText(name, members));
    return name;
  }

  private typeOf(given: Schema, name: string): string {
    const schema = this.resolved(given);
    if ('const' in schema) return `Literal[${literal(schema['const'])}]`;
    if (Array.isArray(schema['enum'])) return `Literal[${schema['enum'].map(literal).join(', ')}]`;
    const options = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
    if (options) return this.union(options, name);
    if (Array.isArray(schema['type'])) {
      return this.union(
        schema['type'].map((type: unknown) => ({ ...schema, type })),
        name,
      );
    }
    switch (schema['type']) {
      case 'string':
        return 'str';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'array':
        return `list[${this.typeOf((schema['items'] ?? {}) as Schema, name)}]`;
      case 'object':
        return schema['properties'] === undefined ? 'dict[str, Any]' : this.declare(name, schema);
      default:
        return 'Any';
    }
  }

  private union(options: readonly Schema[], name: string): string {
    const objects = options.filter((option) => this.resolved(option)['properties'] !== undefined);
    const types = options.map((option) =>
      objects.length > 1 && objects.includes(option) ? 'dict[str, Any]' : this.typeOf(option, name),
    );
    const distinct = [...new Set(types)];
    return distinct.includes('Any') ? 'Any' : distinct.join(' | ');
  }
}

type Member = readonly [key: string, type: string];

function classText(name: string, members: readonly Member[]): string {
  const lines = members.map(([key, type]) => `    ${key}: ${type}\n`);
  return `class ${name}(TypedDict):\n${lines.length === 0 ? '    pass\n' : lines.join('')}`;
}

/** For members that Python reserves, such as \`from\`. Types are quoted: nothing postpones them here. */
function functionalText(name: string, members: readonly Member[]): string {
  const lines = members.map(([key, type]) => `        ${JSON.stringify(key)}: ${type},\n`);
  return `${name} = TypedDict(\n    ${JSON.stringify(name)},\n    {\n${lines.join('')}    },\n)\n`;
}

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const capitalised = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const reserved = new Set(['from', 'class', 'import', 'in', 'is', 'not', 'or', 'and', 'global', 'with', 'as']);
