import { analyticsSchema } from '../../reading/analytics-schema';
import { analytics as analyticsExample } from '../examples/reading';
import { route } from '../route';

export const analyticsRoutes = {
  conversationAnalytics: route({
    method: 'GET',
    path: '/v1/conversations/{id}/analytics',
    scope: 'read',
    tag: 'Analytics',
    summary: 'Show what reductions saved in a conversation',
    description:
      'How much of a conversation is still shown, how much smaller the contexts served were than the whole ' +
      'history, and what that is estimated to have saved and cost at the prices of the model registry.',
    answer: analyticsSchema,
    problems: ['conversation-not-found'],
    example: { answer: analyticsExample },
  }),
  analytics: route({
    method: 'GET',
    path: '/v1/analytics',
    scope: 'read',
    tag: 'Analytics',
    summary: 'Show what reductions saved in all',
    description:
      'The sum over all conversations of the tenant: messages and tokens before and after reduction, by ' +
      'model, with what summaries cost against what shorter contexts saved.',
    answer: analyticsSchema,
    example: { answer: analyticsExample },
  }),
};
