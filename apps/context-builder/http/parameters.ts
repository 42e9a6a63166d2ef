import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { VerbatimError } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { Request } from 'express';
import { eventIds, type EventIds } from '../appending/event-ids';
import { callerOf } from '../security/caller';
import { valid } from './body';
import { routes, type RouteName } from './routes';

const LONGEST_KEY = 200;

function requestOf(context: ExecutionContext): Request {
  return context.switchToHttp().getRequest<Request>();
}

export const Tenant = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => callerOf(requestOf(context)).tenant,
);

/** Who asks, as it is put on record. */
export const By = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => callerOf(requestOf(context)).by,
);

/** The conversation that the path names, of the request's tenant. */
export const Key = createParamDecorator((_: unknown, context: ExecutionContext): ConversationKey => {
  const request = requestOf(context);
  return { tenant: callerOf(request).tenant, conversation: String(request.params['id']) };
});

/** Ids for what the request publishes, derived from its `Idempotency-Key` where it has one. */
export const Ids = createParamDecorator((_: unknown, context: ExecutionContext): EventIds => {
  const key = requestOf(context).headers['idempotency-key'];
  if (key === undefined) return eventIds(undefined);
  if (typeof key === 'string' && key.length >= 1 && key.length <= LONGEST_KEY) return eventIds(key);
  throw new VerbatimError('request-invalid', `idempotency-key: expected 1 to ${LONGEST_KEY} characters`);
});

/** The query of a route, as its schema gives it. */
export const Query = createParamDecorator((name: RouteName, context: ExecutionContext): unknown =>
  valid(routes[name].query, { ...requestOf(context).query }, 'query'),
);
