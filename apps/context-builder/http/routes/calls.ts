import { verificationSchema } from '../../audit/verification';
import { json, route } from '../route';
import { numberedReceiptSchema, sentAnswerSchema, sentRequestSchema } from '../schemas/calls';
import { callDiffSchema, seenQuery, seenSchema } from '../../seen/seen-schema';
import { jsonObject, pageSchema, timedPageQuery } from '../schemas/common';
import { callContextQuery, callSchema } from '../schemas/configuration';

/** A call is named by its id, or by the beginning of it. */
const problems = ['call-not-found', 'id-ambiguous'] as const;

export const callRoutes = {
  listCalls: route({
    method: 'GET',
    path: '/v1/calls',
    scope: 'read',
    summary: 'All contexts served to the tenant, oldest first; with order=newest the newest first',
    query: timedPageQuery,
    answer: pageSchema(callSchema),
  }),
  receipt: route({
    method: 'GET',
    path: '/v1/calls/{callId}',
    scope: 'read',
    summary: 'The receipt of a call: everything that decided its bytes',
    answer: numberedReceiptSchema,
    problems,
  }),
  seenByCall: route({
    method: 'GET',
    path: '/v1/calls/{callId}/seen',
    scope: 'read',
    summary: 'What a call saw, in words, and what it did not see and why',
    query: seenQuery,
    answer: seenSchema,
    problems,
  }),
  diffCalls: route({
    method: 'GET',
    path: '/v1/calls/{callId}/diff/{other}',
    scope: 'read',
    summary: 'What another call of the conversation shows otherwise than this one, and why',
    answer: callDiffSchema,
    problems,
  }),
  callContext: route({
    method: 'GET',
    path: '/v1/calls/{callId}/context',
    scope: 'read',
    summary: 'The exact bytes of a call, from stored segments or by folding the raw events again',
    query: callContextQuery,
    answer: jsonObject,
    problems,
  }),
  verifyCall: route({
    method: 'GET',
    path: '/v1/calls/{callId}/verify',
    scope: 'read',
    summary: 'Whether both ways give the bytes on receipt',
    answer: verificationSchema,
    problems,
  }),
  reportSent: route({
    method: 'POST',
    path: '/v1/calls/{callId}/sent',
    scope: 'context',
    summary: 'Say what was really sent for a call; `verify` then knows. Again changes nothing',
    body: json(sentRequestSchema),
    answer: sentAnswerSchema,
    problems,
  }),
};
