import * as operations from '../examples/operations';
import { route } from '../route';
import { ignoredAnswerSchema, ignoredQuery } from '../schemas/ignored';

export const ignoredRoutes = {
  ignored: route({
    method: 'GET',
    path: '/v1/ignored',
    scope: 'read',
    tag: 'Operations',
    summary: 'Count ignored events',
    description:
      'Events that were kept and changed nothing, because of what their producer wrote: those of the last 24 hours ' +
      'counted by code and source, each with the newest example. With `code` the events of that code themselves, the ' +
      'newest first, however old they are.',
    query: ignoredQuery,
    answer: ignoredAnswerSchema,
    example: { answer: operations.ignored },
  }),
};
