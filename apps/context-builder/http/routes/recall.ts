import { recalledSchema, recallRequestSchema } from '../../reading/recall-request';
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
    summary: "The definition of the tool recall, in the target's own form",
    query: recallToolQuery,
    answer: jsonObject,
  }),
  recall: route({
    method: 'POST',
    path: '/v1/conversations/{id}/recall',
    scope,
    summary: 'Executes the tool recall: the text of a message, or of all that a summary covers, in pages',
    body: json(recallRequestSchema),
    answer: recalledSchema,
    problems: ['event-not-found', 'id-ambiguous', 'message-erased', 'event-ignored', 'projection-parked'],
  }),
};
