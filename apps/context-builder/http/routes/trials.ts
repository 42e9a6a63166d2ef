import { pluginInputQuery, pluginInputSchema } from '../../trial/plugin-input-schema';
import { trialRequestSchema, trialSchema } from '../../trial/trial-schema';
import { json, route } from '../route';

export const trialRoutes = {
  tryPolicy: route({
    method: 'POST',
    path: '/v1/conversations/{id}/policy/try',
    scope: 'context',
    summary:
      'What a policy would show of a conversation, and its cost, beside what is shown now; nothing is changed',
    body: json(trialRequestSchema),
    answer: trialSchema,
    problems: [
      'conversation-not-found',
      'conversation-too-long',
      'policy-not-found',
      'policy-invalid',
      'plugin-unknown',
      'plugin-broken',
      'plugin-exists',
      'model-unknown',
    ],
  }),
  pluginInput: route({
    method: 'GET',
    path: '/v1/conversations/{id}/plugin-input',
    scope: 'read',
    summary:
      'What a history plugin at the end of the chain would be given for the next context; no receipt is left',
    query: pluginInputQuery,
    answer: pluginInputSchema,
    problems: ['conversation-not-found', 'model-unknown', 'budget-impossible', 'projection-parked'],
  }),
};
