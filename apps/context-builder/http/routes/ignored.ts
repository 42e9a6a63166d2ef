import { route } from '../route';
import { ignoredAnswerSchema, ignoredQuery } from '../schemas/ignored';

export const ignoredRoutes = {
  ignored: route({
    method: 'GET',
    path: '/v1/ignored',
    scope: 'read',
    summary:
      'Events of the last 24 hours that were kept and changed nothing, by code and source; with code=… those events ' +
      'themselves, the newest first, however old',
    query: ignoredQuery,
    answer: ignoredAnswerSchema,
  }),
};
