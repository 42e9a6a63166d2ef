import { formatSchema, runMarksSchema, VerbatimError, type Limits } from '@verbatim/conversation';
import { parseJson, sentence } from '@verbatim/formats';
import { z } from 'zod';

/** `POST /v1/conversations/{id}/messages` (SPEC 9). `ids` and `runs`, where given, have one entry a message. */
export const appendRequestSchema = z
  .strictObject({
    format: formatSchema
      .default('openai-chat')
      .describe('The format of the messages; the names are the same in and out.'),
    messages: z
      .array(z.looseObject({}))
      .describe('The messages, oldest first, each as the provider or SDK has it; kept byte for byte.'),
    system: z
      .union([z.string(), z.array(z.union([z.string(), z.looseObject({})])).min(1), z.looseObject({})])
      .optional()
      .describe(
        'What stands apart from the messages in this format, such as `system` of anthropic or `instructions` of openai-responses: a text, a block, or blocks.',
      ),
    ids: z
      .array(z.string().min(1))
      .optional()
      .describe(
        'The event ids of the messages, one each. The same ids again change nothing; left out, they are derived from `Idempotency-Key` or made.',
      ),
    runs: z
      .array(z.strictObject(runMarksSchema.shape))
      .optional()
      .describe(
        'The run that each message belongs to, one entry a message, for runtimes that know it; left out, runs are inferred.',
      ),
  })
  .superRefine(({ messages, system, ids, runs }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (messages.length === 0 && (system === undefined || system === '')) refuse('messages', 'is empty');
    if (ids && ids.length !== messages.length) refuse('ids', lengths(ids, messages));
    if (ids && new Set(ids).size < ids.length) refuse('ids', 'the same id twice');
    if (runs && runs.length !== messages.length) refuse('runs', lengths(runs, messages));
  });

export interface AppendRequest extends z.output<typeof appendRequestSchema> {
  /** Raw JSON text of each message. */
  readonly messageTexts: readonly string[];
  /** Raw JSON text of `system`. */
  readonly systemText: string | null;
}

/** @throws VerbatimError `request-invalid` with the path, or `too-large` for more messages than a batch may have */
export function parseAppendRequest(text: string, limits: Limits): AppendRequest {
  const body = parseJson(text, 'request-invalid');
  const value = body.value();
  refuseLongLists(value, limits);
  const parsed = appendRequestSchema.safeParse(value);
  if (!parsed.success) throw new VerbatimError('request-invalid', sentence(parsed.error, value, 'request'));
  const messages = body.property('messages')?.elements() ?? [];
  return {
    ...parsed.data,
    messageTexts: messages.map((message) => message.slice()),
    systemText: parsed.data.system === '' ? null : (body.property('system')?.slice() ?? null),
  };
}

/** Before a schema looks at each entry. */
function refuseLongLists(value: unknown, { batch }: Limits): void {
  if (value === null || typeof value !== 'object') return;
  for (const [name, list] of Object.entries(value)) {
    if (Array.isArray(list)) refuseLongBatch(name, list.length, batch);
  }
}

export function refuseLongBatch(name: string, length: number, limit: number): void {
  if (length <= limit) return;
  throw new VerbatimError('too-large', `${name}: ${length} entries, the limit is ${limit}`, { limit });
}

function lengths(list: readonly unknown[], messages: readonly unknown[]): string {
  return `${list.length} entries for ${messages.length} messages`;
}
