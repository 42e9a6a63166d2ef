import { z } from 'zod';
import { contextRequestSchema } from '../../serving/context-request';
import { contextAnswerSchema } from '../../serving/served-context';
import { json, jsonOrYaml, route } from '../route';
import { conversationCallsQuery } from '../schemas/calls';
import { journalQuery, pageQuery, pageSchema, publishedSchema } from '../schemas/common';
import { assignedSchema, assignRequestSchema, callSchema } from '../schemas/configuration';
import * as schemas from '../schemas/conversations';

const CONVERSATION = '/v1/conversations/{id}';
const problems = ['conversation-not-found'] as const;

export const conversationRoutes = {
  listConversations: route({
    method: 'GET',
    path: '/v1/conversations',
    scope: 'read',
    summary: 'The conversations of the tenant, by id',
    query: pageQuery,
    answer: pageSchema(schemas.listingSchema),
  }),
  conversationState: route({
    method: 'GET',
    path: CONVERSATION,
    scope: 'read',
    summary: 'The state of a conversation: counts, policy, open calls, due work',
    answer: schemas.stateSchema,
    problems,
  }),
  history: route({
    method: 'GET',
    path: `${CONVERSATION}/history`,
    scope: 'read',
    summary: 'What was said, exactly as it came; with format=events every event and its status',
    query: schemas.historyQuery,
    answer: pageSchema(z.union([schemas.historyItemSchema, schemas.eventItemSchema])),
    problems,
  }),
  message: route({
    method: 'GET',
    path: `${CONVERSATION}/messages/{eventId}`,
    scope: 'read',
    summary: 'One message exactly as it came; with offset or limit a part of its text, in characters',
    query: schemas.messageQuery,
    answer: z.union([schemas.historyItemSchema, schemas.messageTextSchema]),
    problems: ['message-not-found', 'id-ambiguous', 'message-erased', 'event-ignored', 'projection-parked'],
  }),
  listCheckpoints: route({
    method: 'GET',
    path: `${CONVERSATION}/checkpoints`,
    scope: 'read',
    summary: 'Summaries and cuts, in the order in which they took effect',
    answer: pageSchema(schemas.checkpointSchema),
    problems,
  }),
  checkpointMessages: route({
    method: 'GET',
    path: `${CONVERSATION}/checkpoints/{eventId}/messages`,
    scope: 'read',
    summary: 'The messages that a checkpoint covers, exactly as they came',
    query: journalQuery,
    answer: pageSchema(schemas.historyItemSchema),
    problems: ['checkpoint-not-found', 'id-ambiguous'],
  }),
  revokeCheckpoint: route({
    method: 'POST',
    path: `${CONVERSATION}/checkpoints/{eventId}/revoke`,
    scope: 'admin',
    summary: 'Show the range of a checkpoint again',
    status: 202,
    body: json(schemas.revokeRequestSchema),
    answer: publishedSchema,
    problems: ['checkpoint-not-found', 'id-ambiguous', 'event-refused', 'log-unavailable'],
  }),
  context: route({
    method: 'POST',
    path: `${CONVERSATION}/context`,
    scope: 'context',
    summary: 'The context of a model call; with Accept: application/octet-stream its bytes alone',
    body: json(contextRequestSchema),
    answer: contextAnswerSchema,
    problems: [
      'event-invalid',
      'conversation-not-found',
      'call-id-reused',
      'open-calls',
      'event-refused',
      'event-ignored',
      'event-conflict',
      'projection-parked',
      'model-unknown',
      'budget-impossible',
      'context-invalid',
      'projection-behind',
    ],
  }),
  conversationCalls: route({
    method: 'GET',
    path: `${CONVERSATION}/calls`,
    scope: 'read',
    summary: 'The contexts served of a conversation, oldest first, or with order=newest the other way round',
    query: conversationCallsQuery,
    answer: pageSchema(callSchema),
    problems,
  }),
  conversationCall: route({
    method: 'GET',
    path: `${CONVERSATION}/calls/{call}`,
    scope: 'read',
    summary:
      'One of them: by its ordinal (1 is the first, -1 and last the newest), its id or the beginning of one',
    answer: callSchema,
    problems: ['call-not-found', 'id-ambiguous'],
  }),
  assignPolicy: route({
    method: 'PUT',
    path: `${CONVERSATION}/policy`,
    scope: 'admin',
    summary: 'Give a conversation a policy, by name or as a document; before its first message too',
    status: 202,
    body: jsonOrYaml(assignRequestSchema),
    answer: assignedSchema,
    problems: ['policy-not-found', 'policy-invalid', 'plugin-unknown', 'plugin-exists', 'log-unavailable'],
  }),
};
