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
import { VerbatimError } from '@verbatim/conversation';
import type { Request } from 'express';
import { callerOf } from '../security/caller';
import { valid } from './body';
import { routes, type RouteName } from './routes';

const methods = {
  GET: RequestMethod.GET,
  POST: RequestMethod.POST,
  PUT: RequestMethod.PUT,
  PATCH: RequestMethod.PATCH,
  DELETE: RequestMethod.DELETE,
} as const;

/**
 * Makes a controller's method the handler of a route of the table. Callers without its scope are refused, and unknown
 * query parameters.
 */
export function Handles(name: RouteName): MethodDecorator {
  const { method, path, status } = routes[name];
  return applyDecorators(
    RequestMapping({ method: methods[method], path: path.replace(/\{(\w+)\}/g, ':$1') }),
    HttpCode(status),
    Header('content-type', 'application/json; charset=utf-8'),
    UseGuards(scopeGuard(name), queryGuard(name)),
  );
}

function scopeGuard(name: RouteName): CanActivate {
  const { scope } = routes[name];
  return {
    canActivate: (context: ExecutionContext): boolean => {
      if (callerOf(context.switchToHttp().getRequest<Request>()).scopes.includes(scope)) return true;
      throw new VerbatimError('forbidden', `the API key does not have the scope ${scope}`, { scope });
    },
  };
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
