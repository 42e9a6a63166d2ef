import { z } from 'zod';
import { envelopeSchema } from '@verbatim/conversation';
import { appendRequestSchema } from '../../appending/append-request';
import { json, route } from '../route';
import { knownRequestSchema, knownSchema } from '../schemas/appending';
import { publishedSchema } from '../schemas/common';

const problems = [
  'event-invalid',
  'event-type-unknown',
  'event-version-unknown',
  'event-unsupported',
  'event-not-allowed',
  'log-unavailable',
] as const;

export const appendingRoutes = {
  appendMessages: route({
    method: 'POST',
    path: '/v1/conversations/{id}/messages',
    scope: 'append',
    summary: 'Append messages, kept byte for byte; the same ids again change nothing',
    description:
      'The 202 says that the log has the messages for good; a moment later they are in the conversation, and a context ' +
      'asked for now waits for them. An id that the conversation has already with another body is answered 202 too, since ' +
      'only the projection can tell: the first body stays, `conflicts` of the state counts the other, which is a dead letter, ' +
      'and a context with the `cursor` as its `after` is 409 `event-conflict`.',
    status: 202,
    body: json(appendRequestSchema),
    answer: publishedSchema,
    problems,
  }),
  appendEvents: route({
    method: 'POST',
    path: '/v1/events',
    scope: 'append',
    summary: 'Append CloudEvents of producers, one or a batch',
    description:
      'As for messages: 202 says that the log has the events. What became of one that was ignored, refused or in conflict ' +
      'is told by a context with the `cursor`, or its id, as its `after`.',
    status: 202,
    body: {
      types: ['application/cloudevents+json', 'application/cloudevents-batch+json'],
      schema: z.union([envelopeSchema, z.array(envelopeSchema)]),
    },
    answer: publishedSchema,
    problems,
  }),
  knownEvents: route({
    method: 'POST',
    path: '/v1/events/known',
    scope: 'append',
    summary: 'Which of these events are in the journal already, so that a producer can skip them',
    body: json(knownRequestSchema),
    answer: knownSchema,
  }),
};
