import { openApi } from './openapi';
import { allowedMethods, routes } from './routes';

describe('the route table', () => {
  it('knows which methods a path takes', () => {
    expect(allowedMethods('/v1/policies/mine').toSorted()).toEqual(['DELETE', 'GET', 'PUT']);
    expect(allowedMethods('/v1/conversations/a%2Fb/messages')).toEqual(['POST']);
    expect(allowedMethods('/v1/conversations/c/fork')).toEqual([]);
  });

  it('becomes an OpenAPI document with every route, its body and its problems', () => {
    const document = openApi(routes) as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
      components: { schemas: Record<string, unknown> };
    };
    for (const { method, path, status } of Object.values(routes)) {
      expect(document.paths[path]?.[method.toLowerCase()]?.['responses']).toHaveProperty([String(status)]);
    }
    const append = document.paths['/v1/conversations/{id}/messages']?.['post'];
    expect(append?.['requestBody']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/AppendRequest' } } },
    });
    expect(document.components.schemas['AppendRequest']).toMatchObject({
      required: ['messages'],
      additionalProperties: false,
    });
  });
});
