import { createHash } from 'node:crypto';
import { formatSchema, VerbatimError } from '@verbatim/conversation';
import { compact, isStorable, parseJson, sentence } from '@verbatim/formats';
import { z } from 'zod';

const MAX_PENDING = 1000;

/** `after` of a request that waits for nothing. */
export const NOT_AFTER = 'none';

/** Bounds of one context. */
export const contextBudgetSchema = z.strictObject({
  tokens: z.int().optional().describe('Tokens of the body and of `tools` at most.'),
  messages: z.int().optional().describe('Messages at most.'),
  reservedOutput: z
    .int()
    .min(0)
    .optional()
    .describe('Tokens that are kept free for the answer; the larger of this and that of the policy holds.'),
});

/** `POST /v1/conversations/{id}/context` (SPEC 9). `format` is that of the pending messages. */
export const contextRequestSchema = z.strictObject({
  model: z.string().min(1).describe('The id of a model of the registry: its window bounds the context.'),
  target: formatSchema.default('openai-chat').describe('The form that the body is wanted in.'),
  format: formatSchema
    .optional()
    .describe('The format of the pending messages; that of `target` where it is left out.'),
  budget: contextBudgetSchema
    .optional()
    .describe('Bounds of this context beside those of the model and the policy; the smallest holds.'),
  tools: z
    .array(z.unknown())
    .optional()
    .describe(
      'The tools of the request, as the target has them. They are counted, since they take room beside the messages; the body does not hold them.',
    ),
  pending: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(256).describe('The id that the message is appended under later.'),
        message: z.record(z.string(), z.unknown()).describe('The message, in `format`.'),
      }),
    )
    .max(MAX_PENDING)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'the same id twice')
    .optional()
    .describe(
      'Messages that are not appended yet and stand at the end of this context; one whose id is in the conversation already is left out.',
    ),
  openCalls: z
    .enum(['refuse', 'placeholder'])
    .default('refuse')
    .describe(
      'What to do where a tool call has no result yet: `refuse` answers 409 with their ids, `placeholder` puts a placeholder where the result will be.',
    ),
  after: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        "What the context must hold: the `cursor` that an append answered, or an event's id. The service waits for it, ten " +
        'seconds at most (then 503 `projection-behind`); 409 where the event was refused, ignored or in conflict. ' +
        'Left out, the context waits for what was acknowledged of this conversation before: always for what this service ' +
        'acknowledged, as a rule for what another one of the same database did. Where the projectors stand still it ' +
        'is served after two seconds, and `degraded` says what may be missing. `none` waits for nothing. An ' +
        'event whose id is literally `none` is waited for by the cursor of its append.',
      examples: ['log:conversation-events/3/41-42'],
    }),
  callId: z
    .string()
    .min(1)
    .max(256)
    .refine(isStorable, 'NUL and lone surrogates are not allowed in ids')
    .optional()
    .describe(
      'The id of this call, for the receipt; made where it is left out. The same id and request again give the same bytes.',
    ),
  at: z
    .union([z.int().min(1), z.iso.datetime({ offset: true })])
    .optional()
    .meta({
      description:
        'A position of the journal or a time: the context as it would have been then; left out, it is of now. It waits for nothing but what `after` names.',
    }),
});

export interface ContextRequest extends z.output<typeof contextRequestSchema> {
  /** Raw JSON text of `tools`; what is counted. */
  readonly toolsText: string | null;
  /** Raw JSON text of each pending message. */
  readonly pendingTexts: readonly { readonly id: string; readonly text: string }[];
  /** SHA-256 of what decides the answer: two requests with the same one may share a call id. */
  readonly sha256: Buffer;
}

/** @throws VerbatimError `request-invalid`, with the path */
export function parseContextRequest(text: string): ContextRequest {
  const body = parseJson(text, 'request-invalid');
  const value = body.value();
  const parsed = contextRequestSchema.safeParse(value);
  if (!parsed.success) throw new VerbatimError('request-invalid', sentence(parsed.error, value, 'request'));
  const pending = body.property('pending')?.elements() ?? [];
  const decisive = ['model', 'target', 'format', 'budget', 'tools', 'pending', 'openCalls', 'at'];
  const texts = decisive.map((name) => compact(body.property(name)?.slice() ?? 'null'));
  return {
    ...parsed.data,
    toolsText: parsed.data.tools ? (body.property('tools')?.slice() ?? null) : null,
    pendingTexts: pending.map((each) => ({
      id: String(each.property('id')?.value()),
      text: each.property('message')?.slice() ?? 'null',
    })),
    sha256: createHash('sha256').update(texts.join('\n')).digest(),
  };
}
