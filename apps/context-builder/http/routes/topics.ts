import { compactAnswerSchema, compactRequestSchema, topicsSchema } from '../../reading/topics-schema';
import { json, route } from '../route';

export const topicRoutes = {
  listTopics: route({
    method: 'GET',
    path: '/v1/conversations/{id}/topics',
    scope: 'read',
    summary: 'Topics and bulks with their ranges, tokens and summaries, and their budget',
    answer: topicsSchema,
    problems: ['conversation-not-found'],
  }),
  compact: route({
    method: 'POST',
    path: '/v1/conversations/{id}/compact',
    scope: 'admin',
    summary: 'Have one step of compaction done now; what came of it is among the compactions of the topics',
    status: 202,
    body: json(compactRequestSchema),
    answer: compactAnswerSchema,
    problems: ['conversation-not-found'],
  }),
};
