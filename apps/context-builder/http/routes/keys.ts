import { json, route } from '../route';
import { pageQuery, pageSchema } from '../schemas/common';
import { createdKeySchema, keyRequestSchema, keySchema } from '../schemas/keys';

export const keyRoutes = {
  createKey: route({
    method: 'POST',
    path: '/v1/keys',
    scope: 'admin',
    summary: 'Make an API key of the tenant. Its secret is in this answer and nowhere else',
    status: 201,
    body: json(keyRequestSchema),
    answer: createdKeySchema,
  }),
  listKeys: route({
    method: 'GET',
    path: '/v1/keys',
    scope: 'admin',
    summary: 'The API keys of the tenant, oldest first, revoked ones too; never a secret',
    query: pageQuery,
    answer: pageSchema(keySchema),
  }),
  revokeKey: route({
    method: 'POST',
    path: '/v1/keys/{keyId}/revoke',
    scope: 'admin',
    summary: 'Revoke an API key; it is refused everywhere within two seconds. Again changes nothing',
    answer: keySchema,
    problems: ['key-not-found'],
  }),
};
