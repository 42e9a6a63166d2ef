import { analyticsSchema } from '../../reading/analytics-schema';
import { route } from '../route';

export const analyticsRoutes = {
  conversationAnalytics: route({
    method: 'GET',
    path: '/v1/conversations/{id}/analytics',
    scope: 'read',
    summary: 'What reductions did to a conversation, and are estimated to have saved',
    answer: analyticsSchema,
    problems: ['conversation-not-found'],
  }),
  analytics: route({
    method: 'GET',
    path: '/v1/analytics',
    scope: 'read',
    summary: 'The same over all conversations of the tenant',
    answer: analyticsSchema,
  }),
};
