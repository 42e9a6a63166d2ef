import {
  applyDecorators,
  Header,
  HttpCode,
  RequestMapping,
  RequestMethod,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request } from 'express';
import { valid } from './body';
import { routes, type RouteName } from './routes';

const methods = { GET: RequestMethod.GET, POST: RequestMethod.POST, PUT: RequestMethod.PUT } as const;

/** Makes a controller's method the handler of a route of the table. Unknown query parameters are refused. */
export function Handles(name: RouteName): MethodDecorator {
  const { method, path, status } = routes[name];
  return applyDecorators(
    RequestMapping({ method: methods[method], path: path.replace(/\{(\w+)\}/g, ':$1') }),
    HttpCode(status),
    Header('content-type', 'application/json; charset=utf-8'),
    UseGuards(queryGuard(name)),
  );
}

function queryGuard(name: RouteName): CanActivate {
  return {
    canActivate: (context: ExecutionContext): boolean => {
      const { query } = context.switchToHttp().getRequest<Request>();
      valid(routes[name].query, { ...query }, 'query');
      return true;
    },
  };
}
