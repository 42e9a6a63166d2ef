import { z } from 'zod';
import { SummarizerError } from '../summarizer-error';
import type { Summary } from '../summarizer';

const MAX_DETAIL = 300;

const count = z.int().min(0);

/** What is read of a chat completion. Compatible servers leave out much of the rest. */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
});

/**
 * The summary in a completion.
 * @throws SummarizerError `unavailable` for what is no completion, `refused`, `cut-off` or `empty`.
 */
export function readCompletion(answer: unknown, summarizer: string): Pick<Summary, 'text' | 'usage'> {
  const parsed = completionSchema.safeParse(answer);
  const choice = parsed.data?.choices[0];
  if (!parsed.success || choice === undefined) {
    throw new SummarizerError('unavailable', `${summarizer}: the answer is not a chat completion`, {
      cause: parsed.error,
    });
  }
  const { message, finish_reason: finish } = choice;
  const usage = usageOf(parsed.data);
  const unusable = (code: 'refused' | 'cut-off' | 'empty', detail: string): SummarizerError =>
    new SummarizerError(code, `${summarizer}: ${detail}`, { usage });
  if (message.refusal || finish === 'content_filter') {
    throw unusable('refused', (message.refusal || 'stopped by the content filter').slice(0, MAX_DETAIL));
  }
  if (finish === 'length') throw unusable('cut-off', 'the summary hit the limit on output tokens');
  const text = message.content?.trim() ?? '';
  if (text === '') throw unusable('empty', 'the answer has no text');
  return { text, usage };
}

function usageOf({ usage }: z.infer<typeof completionSchema>): Summary['usage'] {
  return usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : null;
}
