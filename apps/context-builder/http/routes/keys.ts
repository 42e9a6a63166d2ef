import { json, route } from '../route';
import { pageQuery, pageSchema } from '../schemas/common';
import { createdKeySchema, keyRequestSchema, keySchema } from '../schemas/keys';

const key = {
  id: '1',
  name: 'shop',
  tenant: 'default',
  scopes: ['append', 'context'],
  createdAt: '2026-11-23T00:07:53.341Z',
  revokedAt: null,
};

export const keyRoutes = {
  createKey: route({
    method: 'POST',
    path: '/v1/keys',
    scope: 'admin',
    tag: 'Keys',
    summary: 'Make an API key',
    description:
      'Makes a key with the scopes that its holder needs: `append` to append, `context` for contexts and ' +
      'recall, `read` for histories and proofs, `admin` for everything that changes policies, settings, ' +
      'keys and letters. Keep the `key` of the answer: only its hash is stored.',
    status: 201,
    body: json(keyRequestSchema),
    answer: createdKeySchema,
    example: {
      body: { name: 'shop', scopes: ['append', 'context'] },
      answer: { ...key, key: 'vk_EXAMPLE-not-a-real-key' },
    },
  }),
  listKeys: route({
    method: 'GET',
    path: '/v1/keys',
    scope: 'admin',
    tag: 'Keys',
    summary: 'List API keys',
    description:
      'Who may ask: every key of the tenant with its name and scopes, and since when it is revoked.',
    query: pageQuery,
    answer: pageSchema(keySchema),
    example: { answer: { items: [key], next: null } },
  }),
  revokeKey: route({
    method: 'POST',
    path: '/v1/keys/{keyId}/revoke',
    scope: 'admin',
    tag: 'Keys',
    summary: 'Revoke an API key',
    description:
      'Takes a key out of use: it is refused everywhere within two seconds. Again changes nothing. It stays in the list, so that its id on record still says whose it was.',
    answer: keySchema,
    problems: ['key-not-found'],
    example: { answer: { ...key, revokedAt: '2026-11-23T00:10:00.000Z' } },
  }),
};
