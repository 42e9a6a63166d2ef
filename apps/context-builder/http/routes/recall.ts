import { recalledSchema, recallRequestSchema } from '../../reading/recall-request';
import { recallTool as recallToolExample } from '../examples/operations';
import { json, route } from '../route';
import { jsonObject } from '../schemas/common';
import { recallToolQuery } from '../schemas/recall';

/**
 * Scope `context`: what an agent's runtime holds anyway. Recalling shows it nothing that asking for contexts, with other
 * budgets and at other positions, could not; and it needs no `read`, which lists everything of the tenant.
 */
const scope = 'context';

export const recallRoutes = {
  recallTool: route({
    method: 'GET',
    path: '/v1/tools/recall',
    scope,
    tag: 'Recall',
    summary: 'Get the definition of the tool recall',
    description:
      'Put it among the `tools` of a model call, so that the model itself can look up what its context ' +
      'shows shortened or as a summary.',
    query: recallToolQuery,
    answer: jsonObject,
    example: { answer: recallToolExample },
  }),
  recall: route({
    method: 'POST',
    path: '/v1/conversations/{id}/recall',
    scope,
    tag: 'Recall',
    summary: 'Execute the tool recall',
    description:
      'Executes a call of the tool: `ref` is what the context names, the answer’s `text` is what the model ' +
      'gets as the tool’s result. Long texts come in pages: where `next` is not null, ask again with it as ' +
      '`offset`.',
    body: json(recallRequestSchema),
    answer: recalledSchema,
    problems: ['event-not-found', 'id-ambiguous', 'message-erased', 'event-ignored', 'projection-parked'],
    example: {
      body: { ref: 'm2' },
      answer: {
        ref: 'm2',
        kind: 'message',
        text: 'Where is parcel 7391?',
        offset: 0,
        total: 21,
        next: null,
      },
    },
  }),
};
