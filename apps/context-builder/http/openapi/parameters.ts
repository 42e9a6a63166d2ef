import type { z } from 'zod';
import type { Route } from '../route';
import { pathParameters } from './path-parameters';
import type { Schemas } from './schemas';

/** Headers that several operations take, once among the components. */
export const sharedParameters = {
  TenantId: header(
    'x-tenant-id',
    'The tenant, where no API key says it; `default` where it is left out. A key decides the tenant by itself, and ' +
      'another one here is refused with `tenant-forbidden`.',
    'default',
  ),
  IdempotencyKey: header(
    'idempotency-key',
    'Of 1 to 200 characters. The ids of the events are derived from it where the request names none, so that the same ' +
      'request again, after a network error say, changes nothing.',
    'order-4711-turn-3',
  ),
};

function header(name: string, description: string, example: string): object {
  return { name, in: 'header', required: false, description, example, schema: { type: 'string' } };
}

export function parameters(route: Route, schemas: Schemas): object[] {
  const shared: (keyof typeof sharedParameters)[] =
    route.status === 202 ? ['TenantId', 'IdempotencyKey'] : ['TenantId'];
  return [
    ...pathParameters(route.path),
    ...Object.entries(route.query.shape).map(([name, schema]) => inQuery(name, schema as z.ZodType, schemas)),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function inQuery(name: string, written: z.ZodType, schemas: Schemas): object {
  const { description, ...schema } = schemas.of(written, 'input');
  return { name, in: 'query', required: false, description, schema };
}
