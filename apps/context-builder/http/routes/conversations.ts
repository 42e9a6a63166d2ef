import { z } from 'zod';
import { descriptionRequestSchema } from '../../appending/description-request';
import { contextRequestSchema } from '../../serving/context-request';
import { contextAnswerSchema } from '../../serving/served-context';
import * as calls from '../examples/calls';
import * as messages from '../examples/messages';
import * as policies from '../examples/policies';
import * as reading from '../examples/reading';
import { json, jsonOrYaml, optionalJson, route } from '../route';
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
    tag: 'Conversations',
    summary: 'List conversations',
    description:
      'A page of the tenant’s conversations, each with its figures: by id, or by time with `order`; all of them, or ' +
      'those of a user, with a title, or with metadata (`metadata.project=returns`). For what one of them looks ' +
      'like in detail ask for its state.',
    query: schemas.listingQuery,
    answer: pageSchema(schemas.listingSchema),
    example: { query: { limit: 1 }, answer: { items: [reading.listing], next: 'order-4711' } },
  }),
  conversationState: route({
    method: 'GET',
    path: CONVERSATION,
    scope: 'read',
    tag: 'Conversations',
    summary: 'Show the state of a conversation',
    description:
      'How a conversation is: how many messages it has and how many are still shown, the policy that ' +
      'holds, tool calls without a result, work that is due, and `hints` that say why it was or was not ' +
      'reduced. `applied` behind `head` means that events still wait to be applied.',
    answer: schemas.stateSchema,
    problems,
    example: { answer: reading.state },
  }),
  describeConversation: route({
    method: 'PATCH',
    path: CONVERSATION,
    scope: 'append',
    tag: 'Conversations',
    summary: 'Give a title, a user and metadata',
    description:
      'Says what a conversation is about and whose it is, so that lists can be filtered by it; before its first ' +
      'message too. What is left out stays as it was, and null clears it. It changes no context.',
    status: 202,
    body: json(descriptionRequestSchema),
    answer: publishedSchema,
    problems: ['event-invalid', 'log-unavailable'],
    example: {
      body: { title: 'Lost parcel', user: 'user-17', metadata: { project: 'returns' } },
      answer: {
        events: [{ id: '5f0d3a52-61a7-4a0e-8e53-0f4f2b7d9c11' }],
        cursor: 'log:conversation-events/2/6-6',
      },
    },
  }),
  history: route({
    method: 'GET',
    path: `${CONVERSATION}/history`,
    scope: 'read',
    tag: 'Conversations',
    summary: 'Read the history',
    description:
      'Every message ever appended, in the order of the journal, whatever has been summarised or cut ' +
      'meanwhile. With `format=events` it is every event, with what became of it: the way to find out why ' +
      'an event had no effect.',
    query: schemas.historyQuery,
    answer: pageSchema(z.union([schemas.historyItemSchema, schemas.eventItemSchema])),
    problems,
    example: { query: { from: 3, limit: 1 }, answer: { items: [messages.historyItem], next: '4' } },
  }),
  message: route({
    method: 'GET',
    path: `${CONVERSATION}/messages/{eventId}`,
    scope: 'read',
    tag: 'Conversations',
    summary: 'Read one message',
    description:
      'One message, whole. With `offset` or `limit` the answer is a part of its text instead of the ' +
      'message, so that a long tool output can be read in pieces: `next` is the offset of the piece after.',
    query: schemas.messageQuery,
    answer: z.union([schemas.historyItemSchema, schemas.messageTextSchema]),
    problems: ['message-not-found', 'id-ambiguous', 'message-erased', 'event-ignored', 'projection-parked'],
    example: { answer: messages.historyItem },
  }),
  listCheckpoints: route({
    method: 'GET',
    path: `${CONVERSATION}/checkpoints`,
    scope: 'read',
    tag: 'Summaries and cuts',
    summary: 'List summaries and cuts',
    description:
      'What stands for ranges of messages in the contexts served: summaries by a model, and cuts without ' +
      'one, also those that hold no longer. All of them are in one page.',
    answer: pageSchema(schemas.checkpointSchema),
    problems,
    example: { answer: { items: [reading.checkpoint], next: null } },
  }),
  checkpointMessages: route({
    method: 'GET',
    path: `${CONVERSATION}/checkpoints/{eventId}/messages`,
    scope: 'read',
    tag: 'Summaries and cuts',
    summary: 'Read what a summary covers',
    description:
      'What a summary or cut has taken out of view, from the journal: to compare a summary with what it ' +
      'stands for, or to read on where it is too short.',
    query: journalQuery,
    answer: pageSchema(schemas.historyItemSchema),
    problems: ['checkpoint-not-found', 'id-ambiguous'],
    example: { query: { limit: 1 }, answer: { items: [messages.historyItem], next: null } },
  }),
  revokeCheckpoint: route({
    method: 'POST',
    path: `${CONVERSATION}/checkpoints/{eventId}/revoke`,
    scope: 'admin',
    tag: 'Summaries and cuts',
    summary: 'Revoke a summary or cut',
    description:
      'Takes back a summary or cut: the messages that it covers are shown again, and it stays in the ' +
      'journal as revoked. Use it for a summary that is wrong. The policy may reduce the range again later.',
    status: 202,
    body: optionalJson(schemas.revokeRequestSchema),
    answer: publishedSchema,
    problems: ['checkpoint-not-found', 'id-ambiguous', 'event-refused', 'log-unavailable'],
    example: {
      body: { reason: 'it names the wrong parcel' },
      answer: {
        events: [{ id: '0b6e1f0c-7a52-4cf0-9f0e-3a1c0a6f6d21' }],
        cursor: 'log:conversation-events/2/12-12',
      },
    },
  }),
  context: route({
    method: 'POST',
    path: `${CONVERSATION}/context`,
    scope: 'context',
    tag: 'Contexts',
    summary: 'Make the context of a model call',
    description:
      'What the next call of a model is to be sent: `body` is in the form of `target`, valid for that ' +
      'provider and within the budget. Add the model’s name and your own settings, and send it as it is. ' +
      'Before the answer a receipt is stored that proves later what was served; `callId` names it.\n\nIt ' +
      'holds what was acknowledged of the conversation before it was asked for, unless `degraded` says otherwise: ' +
      '`projection-behind` where the projectors stand still, `not-waited` where `after` is `none`; each says how many ' +
      'events may be missing. 503 `projection-behind` asks to be asked again: the projectors move and are not there ' +
      'after ten seconds, or nothing of a new conversation has come through yet.\n\nWith `Accept: application/octet-stream` the ' +
      'answer is the body’s bytes alone, and the headers `x-verbatim-call-id`, `x-verbatim-sha256`, ' +
      '`x-verbatim-canonical-sha256`, `x-verbatim-tokens` and `x-verbatim-position` say the rest.\n\nThe ' +
      'same `callId` with the same request gives the same bytes again; with another request it is refused ' +
      'with `call-id-reused`.',
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
    example: {
      body: { model: 'gpt-4o', after: 'log:conversation-events/2/3-3', callId: 'call-0001' },
      answer: calls.servedContext,
    },
  }),
  conversationCalls: route({
    method: 'GET',
    path: `${CONVERSATION}/calls`,
    scope: 'read',
    tag: 'Calls and proof',
    summary: 'List the calls of a conversation',
    description:
      'The contexts that were served of one conversation, oldest first, or with `order=newest` the other way ' +
      'round. Each has an ordinal, and a receipt under its `callId`.',
    query: timedPageQuery,
    answer: pageSchema(callSchema),
    problems,
    example: { query: { limit: 1 }, answer: { items: [calls.call], next: null } },
  }),
  conversationCall: route({
    method: 'GET',
    path: `${CONVERSATION}/calls/{call}`,
    scope: 'read',
    tag: 'Calls and proof',
    summary: 'Find one call of a conversation',
    description:
      'By its ordinal (`1` is the first call of the conversation, `-1` and `last` are the newest), its id, or an ' +
      'unambiguous beginning of its id.',
    example: { answer: calls.call },
    answer: callSchema,
    problems: ['call-not-found', 'id-ambiguous'],
  }),
  assignPolicy: route({
    method: 'PUT',
    path: `${CONVERSATION}/policy`,
    scope: 'admin',
    tag: 'Policies',
    summary: 'Assign a policy to a conversation',
    description:
      'From here on this policy decides how the conversation is reduced, whatever the default is. `name` ' +
      'is that of a preset or of a policy that was kept; a document holds for this conversation alone. It ' +
      'may be assigned before the first message.',
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
    example: {
      body: { name: 'support' },
      answer: {
        ...policies.support,
        isNew: false,
        near: [],
        notices: [],
        events: [{ id: 'd0395452-b529-4938-8447-fb41a94d4c45' }],
        cursor: 'log:conversation-events/2/5-5',
      },
    },
  }),
};
