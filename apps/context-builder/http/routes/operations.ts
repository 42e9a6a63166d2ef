import { doctorSchema } from '../../operations/check';
import { lagSchema } from '../../operations/lag';
import * as operations from '../examples/operations';
import { json, optionalJson, route } from '../route';
import { pageQuery, pageSchema, publishedSchema } from '../schemas/common';
import * as schemas from '../schemas/operations';

const LETTER = '/v1/dead-letters/{letterId}';

export const operationRoutes = {
  lag: route({
    method: 'GET',
    path: '/v1/lag',
    scope: 'admin',
    tag: 'Operations',
    summary: 'Show the lag',
    description:
      'Whether the projectors keep up: by partition what was read and what waits, who reads it, and since ' +
      'when it has not moved; and how much reduction work is open. A `fault` says why a projector halts.',
    answer: lagSchema,
    problems: ['log-unavailable'],
    example: { answer: operations.lag },
  }),
  doctor: route({
    method: 'GET',
    path: '/v1/doctor',
    scope: 'admin',
    tag: 'Operations',
    summary: 'Check the installation',
    description:
      'Runs the checks of an installation: database, log, clock, roles, models, keys, dead letters. Each ' +
      'that is not `ok` has a `remedy`. The names in `check` never change, so that scripts may look for ' +
      'them.',
    answer: doctorSchema,
    example: {
      answer: {
        status: 'warning',
        checks: [
          { check: 'postgres', status: 'ok', detail: 'PostgreSQL 18.4, 15 or later is needed' },
          {
            check: 'dead-letters',
            status: 'warning',
            detail: '1 is open',
            remedy: 'look at it with `verbatim dead-letters list`',
          },
        ],
      },
    },
  }),
  listDeadLetters: route({
    method: 'GET',
    path: '/v1/dead-letters',
    scope: 'admin',
    tag: 'Operations',
    summary: 'List dead letters',
    description:
      'What could not be taken into a journal, with the reason: records that could not be read, and ids ' +
      'that came again with another body. Oldest first; those that were settled only with `all=true`. A ' +
      'record that names no tenant is of the tenant `default`, as its event would be.',
    query: schemas.lettersQuery,
    answer: pageSchema(schemas.deadLetterSchema),
    example: { query: { limit: 1 }, answer: { items: [operations.deadLetter], next: '17' } },
  }),
  deadLetter: route({
    method: 'GET',
    path: LETTER,
    scope: 'admin',
    tag: 'Operations',
    summary: 'Show a dead letter',
    description:
      'One dead letter with the record as it came, however large, and what became of it where it was put ' +
      'into the log again.',
    answer: schemas.shownLetterSchema,
    problems: ['dead-letter-not-found'],
    example: { answer: { ...operations.deadLetter, became: null } },
  }),
  redriveDeadLetter: route({
    method: 'POST',
    path: `${LETTER}/redrive`,
    scope: 'admin',
    tag: 'Operations',
    summary: 'Redrive a dead letter',
    description:
      'Puts the record into the log again: an unreadable one as it is (once a newer version can read it) ' +
      'or corrected by `value`, a conflict under another event id. What became of it the letter says a ' +
      'moment later.',
    status: 202,
    body: optionalJson(schemas.redriveRequestSchema),
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
    example: {
      body: { as: 'm9-again', reason: 'the shop used the id twice' },
      answer: {
        letter: '17',
        event: { tenant: 'default', conversation: 'order-4711', id: 'm9-again' },
        cursor: 'log:conversation-events/2/13-13',
      },
    },
  }),
  discardDeadLetter: route({
    method: 'POST',
    path: `${LETTER}/discard`,
    scope: 'admin',
    tag: 'Operations',
    summary: 'Discard a dead letter',
    description:
      'Settles a letter that nobody needs. It leaves the list of the open ones, and is kept with the ' +
      'reason and who gave it.',
    body: json(schemas.reasonRequestSchema),
    answer: schemas.shownLetterSchema,
    problems: ['dead-letter-not-found', 'dead-letter-settled', 'dead-letter-busy'],
    example: { body: { reason: 'a test of the shop' }, answer: operations.discarded },
  }),
  listParked: route({
    method: 'GET',
    path: '/v1/parked',
    scope: 'admin',
    tag: 'Operations',
    summary: 'List parked conversations',
    description:
      'Conversations that met an event of a newer version than this service knows. They are served as they ' +
      'were before it; upgrading goes on with them, nothing is lost meanwhile.',
    query: pageQuery,
    answer: pageSchema(schemas.parkedSchema),
    example: { answer: { items: [operations.parked], next: null } },
  }),
  releaseConversation: route({
    method: 'POST',
    path: '/v1/conversations/{id}/release',
    scope: 'admin',
    tag: 'Operations',
    summary: 'Release a parked conversation',
    description:
      'The last resort where no version will ever read the event: it is passed over for good, and the ' +
      'conversation goes on with those after it. Upgrading, where that helps, loses nothing.',
    status: 202,
    body: json(schemas.releaseRequestSchema),
    answer: publishedSchema,
    problems: ['conversation-not-found', 'event-not-parked', 'conversation-not-parked', 'log-unavailable'],
    example: {
      body: { event: 'm10', reason: 'published by mistake, no version reads it' },
      answer: {
        events: [{ id: '5f0f51a4-0a55-4d0a-8a51-5f7f6c5f2f3e' }],
        cursor: 'log:conversation-events/2/14-14',
      },
    },
  }),
};
