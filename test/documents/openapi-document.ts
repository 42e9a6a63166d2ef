import { openApi } from '../../apps/context-builder/http/openapi';
import { routes } from '../../apps/context-builder/http/routes';
import { resolve } from './references';

export type Schema = Readonly<Record<string, unknown>>;

export interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-codeSamples': readonly { readonly source: string }[];
}

/** The document as it is published, without what JSON leaves out. */
export const document = JSON.parse(JSON.stringify(openApi(routes))) as {
  readonly info: Schema;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
};

export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation,
    id: operation.operationId,
  })),
);

export function parametersOf({ parameters }: Operation): Parameter[] {
  return parameters.map((each) =>
    each.$ref === undefined ? each : (resolve(document, each.$ref) as Parameter),
  );
}

/** The bodies and answers of an operation that have an example, and where each stands. */
export function examplesOf({ requestBody, responses }: Operation): { where: string; media: Media }[] {
  const named = (where: string, content: Readonly<Record<string, Media>> = {}) =>
    Object.entries(content).map(([type, media]) => ({ where: `${where} ${type}`, media }));
  const answers = Object.entries(responses).flatMap(([status, response]) => named(status, response.content));
  return [...named('body', requestBody?.content), ...answers].filter(
    ({ media }) => media.example !== undefined,
  );
}
