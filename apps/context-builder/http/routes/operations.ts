import { doctorSchema } from '../../operations/check';
import { lagSchema } from '../../operations/lag';
import { json, route } from '../route';
import { pageQuery, pageSchema, publishedSchema } from '../schemas/common';
import * as schemas from '../schemas/operations';

const LETTER = '/v1/dead-letters/{letterId}';

export const operationRoutes = {
  lag: route({
    method: 'GET',
    path: '/v1/lag',
    scope: 'admin',
    summary: 'Where the projectors stand in the log, partition by partition, and what the summarizers owe',
    answer: lagSchema,
    problems: ['log-unavailable'],
  }),
  doctor: route({
    method: 'GET',
    path: '/v1/doctor',
    scope: 'admin',
    summary: 'What is right and wrong with the installation, and what to do about it',
    answer: doctorSchema,
  }),
  listDeadLetters: route({
    method: 'GET',
    path: '/v1/dead-letters',
    scope: 'admin',
    summary:
      'Records that could not be read, and ids that came again with another body; oldest first, with all=true also those ' +
      'that were settled. A record that names no tenant is of the tenant `default`, as its event would be',
    query: schemas.lettersQuery,
    answer: pageSchema(schemas.deadLetterSchema),
  }),
  deadLetter: route({
    method: 'GET',
    path: LETTER,
    scope: 'admin',
    summary: 'One dead letter with the record as it came, and what became of it where it was redriven',
    answer: schemas.shownLetterSchema,
    problems: ['dead-letter-not-found'],
  }),
  redriveDeadLetter: route({
    method: 'POST',
    path: `${LETTER}/redrive`,
    scope: 'admin',
    summary:
      'Put the record into the log again: an unreadable one as it is or corrected, a conflict under another event id',
    status: 202,
    body: json(schemas.redriveRequestSchema),
    answer: schemas.redrivenSchema,
    problems: [
      'event-invalid',
      'event-type-unknown',
      'event-version-unknown',
      'event-not-allowed',
      'tenant-forbidden',
      'dead-letter-not-found',
      'event-conflict',
      'dead-letter-settled',
      'dead-letter-busy',
      'event-unsupported',
      'log-unavailable',
    ],
  }),
  discardDeadLetter: route({
    method: 'POST',
    path: `${LETTER}/discard`,
    scope: 'admin',
    summary: 'Record that a dead letter is given up, and why; the letter itself is kept',
    body: json(schemas.reasonRequestSchema),
    answer: schemas.shownLetterSchema,
    problems: ['dead-letter-not-found', 'dead-letter-settled', 'dead-letter-busy'],
  }),
  listParked: route({
    method: 'GET',
    path: '/v1/parked',
    scope: 'admin',
    summary: 'Conversations that stopped at an event of a newer version; what comes meanwhile is kept',
    query: pageQuery,
    answer: pageSchema(schemas.parkedSchema),
  }),
  releaseConversation: route({
    method: 'POST',
    path: '/v1/conversations/{id}/release',
    scope: 'admin',
    summary: 'Give up the event that a conversation is parked at: it goes on without it, for good',
    status: 202,
    body: json(schemas.releaseRequestSchema),
    answer: publishedSchema,
    problems: ['conversation-not-found', 'event-not-parked', 'conversation-not-parked', 'log-unavailable'],
  }),
};
