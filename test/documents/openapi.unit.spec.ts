import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { openApi } from '../../apps/context-builder/http/openapi';
import { routes } from '../../apps/context-builder/http/routes';
import { referencesIn, resolve } from './references';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
}

const document = JSON.parse(JSON.stringify(openApi(routes))) as {
  openapi: string;
  components: object;
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Every schema of the document: 3.1 has them in JSON Schema's draft 2020-12. */
function schemasIn(value: unknown): object[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'schema' ? [inner as object] : schemasIn(inner),
  );
}

describe('the OpenAPI document', () => {
  it('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it.each(operations)(
    '$method $path declares the parameters of its path, each once',
    ({ path, operation }) => {
      const inPath = operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const all = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(all).size).toBe(all.length);
    },
  );

  it('refers to nothing that is not there', () => {
    const references = referencesIn(document);
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((reference) => resolve(document, reference) === undefined)).toEqual([]);
  });

  it('has schemas that compile', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    addFormats(ajv);
    ajv.addKeyword('components');
    const schemas = schemasIn(document).filter((schema) => !('$ref' in schema));
    expect(schemas.length).toBeGreaterThan(50);
    const { components } = document;
    for (const schema of schemas) expect(() => ajv.compile({ components, ...schema })).not.toThrow();
  });
});
