import { compactAnswerSchema, compactRequestSchema, topicsSchema } from '../../reading/topics-schema';
import { topics } from '../examples/reading';
import { optionalJson, route } from '../route';

export const topicRoutes = {
  listTopics: route({
    method: 'GET',
    path: '/v1/conversations/{id}/topics',
    scope: 'read',
    tag: 'Topics',
    summary: 'List topics and bulks',
    description:
      'Where the policy’s history is of tiers: the topics and bulks with the messages they cover, the ' +
      'tokens they take of their budget, and the compactions of the last day. Elsewhere `items` is empty ' +
      'and `budget` null.',
    answer: topicsSchema,
    problems: ['conversation-not-found'],
    example: { answer: topics },
  }),
  compact: route({
    method: 'POST',
    path: '/v1/conversations/{id}/compact',
    scope: 'admin',
    tag: 'Topics',
    summary: 'Ask for a step of compaction',
    description:
      'Asks for one step of compaction without waiting for the budget to demand it. The work is done in ' +
      'the background; `compactions` of the topics shows what came of it under the `id` of the answer.',
    status: 202,
    body: optionalJson(compactRequestSchema),
    answer: compactAnswerSchema,
    problems: ['conversation-not-found'],
    example: { body: { what: 'topic' }, answer: { id: 7 } },
  }),
};
