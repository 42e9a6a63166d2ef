import { z } from 'zod';
import { descriptionRequestSchema } from '../../appending/description-request';
import { contextRequestSchema } from '../../serving/context-request';
import { contextAnswerSchema } from '../../serving/served-context';
import { json, jsonOrYaml, route } from '../route';
import { journalQuery, pageSchema, publishedSchema, timedPageQuery } from '../schemas/common';
import { assignedSchema, assignQuery, assignRequestSchema, callSchema } from '../schemas/configuration';
import * as schemas from '../schemas/conversations';

const CONVERSATION = '/v1/conversations/{id}';
const problems = ['conversation-not-found'] as const;

export const conversationRoutes = {
  listConversations: route({
    method: 'GET',
    path: '/v1/conversations',
    scope: 'read',
    summary: 'The conversations of the tenant, by id or time, all or those of a user, title or metadata',
    query: schemas.listingQuery,
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
  describeConversation: route({
    method: 'PATCH',
    path: CONVERSATION,
    scope: 'append',
    summary:
      'Give a conversation a title, a user and metadata, before its first message too; what is left out stays, null clears',
    status: 202,
    body: json(descriptionRequestSchema),
    answer: publishedSchema,
    problems: ['event-invalid', 'log-unavailable'],
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
    description:
      'It holds what was acknowledged of the conversation before it was asked for, unless `degraded` says otherwise: ' +
      '`projection-behind` where the projectors stand still, `not-waited` where `after` is `none`; each says how many ' +
      'events may be missing. 503 `projection-behind` asks to be asked again: the projectors move and are not there after ' +
      'ten seconds, or nothing of a new conversation has come through yet.',
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
      'event-unknown',
      'cursor-unknown',
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
    summary: 'The contexts served of a conversation, oldest first; with order=newest the newest first',
    query: timedPageQuery,
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
    query: assignQuery,
    body: jsonOrYaml(assignRequestSchema),
    answer: assignedSchema,
    problems: [
      'conversation-not-found',
      'policy-not-found',
      'policy-invalid',
      'plugin-unknown',
      'plugin-broken',
      'plugin-exists',
      'log-unavailable',
    ],
  }),
};
