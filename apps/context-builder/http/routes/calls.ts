import { verificationSchema } from '../../audit/verification';
import * as calls from '../examples/calls';
import * as messages from '../examples/messages';
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
    tag: 'Calls and proof',
    summary: 'List all calls',
    description:
      'Every context that was served, of all conversations, page by page: for audits, bills and dashboards. Oldest ' +
      'first, or with `order=newest` the other way round.',
    query: timedPageQuery,
    answer: pageSchema(callSchema),
    example: { query: { limit: 1 }, answer: { items: [calls.call], next: null } },
  }),
  receipt: route({
    method: 'GET',
    path: '/v1/calls/{callId}',
    scope: 'read',
    tag: 'Calls and proof',
    summary: 'Show the receipt of a call',
    description:
      'What a context was made of: the position and policy it was made at, the model’s entry, what plugins ' +
      'did, every segment with its hash, and the hash of the whole. It is enough to make the same bytes ' +
      'again.',
    answer: numberedReceiptSchema,
    problems,
    example: { answer: { ...calls.receipt, ordinal: 1 } },
  }),
  seenByCall: route({
    method: 'GET',
    path: '/v1/calls/{callId}/seen',
    scope: 'read',
    tag: 'Calls and proof',
    summary: 'Tell what a call saw',
    description:
      'What the model saw in that call, in words: each segment with its text, and every stored message that was ' +
      'hidden from it, in ranges of positions, with the reason (a summary stands for it, the policy omits it, the ' +
      'window cut it, a plugin left it out, …). Texts are cut at 400 characters unless `full=true`.',
    query: seenQuery,
    answer: seenSchema,
    problems,
    example: { answer: calls.seen },
  }),
  diffCalls: route({
    method: 'GET',
    path: '/v1/calls/{callId}/diff/{other}',
    scope: 'read',
    tag: 'Calls and proof',
    summary: 'Compare two calls',
    description:
      'What the other call of the same conversation shows otherwise than this one: added, removed and replaced ' +
      'segments, and why.',
    answer: callDiffSchema,
    problems,
    example: { answer: calls.diff },
  }),
  callContext: route({
    method: 'GET',
    path: '/v1/calls/{callId}/context',
    scope: 'read',
    tag: 'Calls and proof',
    summary: 'Read the bytes of a call again',
    description:
      'The body of a context once more, to the byte. `by=segments` puts together what was stored; ' +
      '`by=fold` makes it from the raw events alone, which takes longer and proves more.',
    query: callContextQuery,
    answer: jsonObject,
    problems,
    example: { query: { by: 'fold' }, answer: messages.bodyServed },
  }),
  verifyCall: route({
    method: 'GET',
    path: '/v1/calls/{callId}/verify',
    scope: 'read',
    tag: 'Calls and proof',
    summary: 'Verify a call',
    description:
      'Makes the context again in both ways and compares: `segments` and `fold` are `ok` where each gives ' +
      'the hash on receipt. `sent` says whether what was reported as sent is the same; `unknown` where ' +
      'nothing was reported.',
    answer: verificationSchema,
    problems,
    example: { answer: calls.verified },
  }),
  reportSent: route({
    method: 'POST',
    path: '/v1/calls/{callId}/sent',
    scope: 'context',
    tag: 'Calls and proof',
    summary: 'Report what was sent',
    description:
      'For runtimes that want the whole way proven: report the SHA-256 of what went to the provider, or of ' +
      'its canonical JSON (RFC 8785). Again changes nothing. From then on `verify` compares it as well.',
    body: json(sentRequestSchema),
    answer: sentAnswerSchema,
    problems,
    example: { body: { sha256: calls.sentSha256 }, answer: { callId: 'call-0001', sent: 'ok' } },
  }),
};
