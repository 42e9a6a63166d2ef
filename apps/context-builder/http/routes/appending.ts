import { z } from 'zod';
import { envelopeSchema } from '@verbatim/conversation';
import { appendRequestSchema } from '../../appending/append-request';
import * as messages from '../examples/messages';
import { json, route } from '../route';
import { knownRequestSchema, knownSchema } from '../schemas/appending';
import { publishedSchema } from '../schemas/common';

const BATCH = 'application/cloudevents-batch+json';

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
    tag: 'Appending',
    summary: 'Append messages',
    description:
      'Takes what was said into the log, in the format it came in; each message is kept byte for byte. Use ' +
      'it for every message of a conversation: the user’s, the model’s, and the results of tools. A ' +
      'conversation begins with its first message.\n\nThe answer means that the messages are durable; a moment ' +
      'later they are in the conversation, and a context that is asked for now waits for them. A message whose id ' +
      'is taken is answered 202 like any other, since only the projector can tell: with the same body it changes ' +
      'nothing; with another body the first one stays, `conflicts` of the state counts the other, which becomes a ' +
      'dead letter, and a context with the `cursor` as its `after` is 409 `event-conflict`.',
    status: 202,
    body: json(appendRequestSchema),
    answer: publishedSchema,
    problems,
    example: {
      body: { ids: ['m1', 'm2'], messages: [messages.instructions, messages.question] },
      answer: { events: [{ id: 'm1' }, { id: 'm2' }], cursor: 'log:conversation-events/2/0-1' },
    },
  }),
  appendEvents: route({
    method: 'POST',
    path: '/v1/events',
    scope: 'append',
    tag: 'Appending',
    summary: 'Append CloudEvents',
    description:
      'The same by CloudEvents 1.0, for producers that speak them already, and for events that are no ' +
      'messages, such as `RunCompleted`. One event, or a batch that is taken whole or not at all. ' +
      '`subject` is the conversation, `type` says what `data` is; a schema of each type is in ' +
      '`docs/schemas`.\n\nThe content type tells one from many: `application/cloudevents+json` is one ' +
      'event, `application/cloudevents-batch+json` a list of them.\n\nAs for messages, 202 says that the log has the ' +
      'events. A context with the `cursor`, or an id, as its `after` tells what became of them.',
    status: 202,
    body: {
      content: {
        'application/cloudevents+json': envelopeSchema,
        [BATCH]: z.array(envelopeSchema).describe('Events that are taken together, or none of them.'),
      },
    },
    answer: publishedSchema,
    problems,
    example: {
      body: messages.toolResultEvent,
      bodies: { [BATCH]: [messages.toolResultEvent] },
      answer: { events: [{ id: 'm4' }], cursor: 'log:conversation-events/2/3-3' },
    },
  }),
  knownEvents: route({
    method: 'POST',
    path: '/v1/events/known',
    scope: 'append',
    tag: 'Appending',
    summary: 'Tell which events are known',
    description:
      'Which of these events are in the journal already, whatever became of them. A producer that was interrupted ' +
      'asks it to skip what need not be sent again.',
    body: json(knownRequestSchema),
    answer: knownSchema,
    example: {
      body: { events: [{ subject: 'order-4711', id: 'm4' }] },
      answer: { events: [{ subject: 'order-4711', id: 'm4' }] },
    },
  }),
};
