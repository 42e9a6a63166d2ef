import { pluginInputQuery, pluginInputSchema } from '../../trial/plugin-input-schema';
import { trialRequestSchema, trialSchema } from '../../trial/trial-schema';
import * as policies from '../examples/policies';
import { json, route } from '../route';

export const trialRoutes = {
  tryPolicy: route({
    method: 'POST',
    path: '/v1/conversations/{id}/policy/try',
    scope: 'context',
    tag: 'Policies',
    summary: 'Try a policy',
    description:
      'What a policy would show of a conversation were it assigned now, and what that would cost, beside what is ' +
      'shown now. Nothing is published, no receipt is left, and no model is asked: the extractive summarizer stands ' +
      'in for one, and each such summary says so (`simulated`).',
    body: json(trialRequestSchema),
    answer: trialSchema,
    example: { body: { name: 'support', model: 'gpt-4o' }, answer: policies.trial },
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
    tag: 'Plugins',
    summary: 'Show what a plugin would be given',
    description:
      'What a history plugin at the end of the chain would be given for the next context, so that one can be tried ' +
      'outside the service (`verbatim plugins check FILE --on CONVERSATION`). No receipt is left.',
    query: pluginInputQuery,
    answer: pluginInputSchema,
    example: { query: { model: 'gpt-4o' }, answer: policies.pluginInput },
    problems: ['conversation-not-found', 'model-unknown', 'budget-impossible', 'projection-parked'],
  }),
};
