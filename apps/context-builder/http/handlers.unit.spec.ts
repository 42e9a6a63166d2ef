import { RequestMethod, type Type } from '@nestjs/common';
import { serviceContextOf } from '@verbatim/platform/testing/service-context';
import { ContextBuilderModule } from '../context-builder.module';
import { routes } from './routes';

function handlersOf(controller: Type): string[] {
  const { prototype } = controller as { prototype: object };
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler: unknown = Reflect.get(prototype, name);
    if (typeof handler !== 'function' || !Reflect.hasMetadata('method', handler)) return [];
    const method = RequestMethod[Number(Reflect.getMetadata('method', handler))];
    return [`${method} /${String(Reflect.getMetadata('path', handler)).replace(/^\//, '')}`];
  });
}

it('every handler is of a route in the table, which has its scope, or shows the API itself', () => {
  const { controllers = [] } = ContextBuilderModule.forRoot(serviceContextOf({}));
  const table = Object.values(routes).map(
    ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(controllers.flatMap(handlersOf).toSorted()).toEqual(
    [...table, 'GET /', 'GET /docs', 'GET /docs/:name', 'GET /openapi.json'].toSorted(),
  );
});
