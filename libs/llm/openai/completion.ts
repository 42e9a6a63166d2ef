import { z } from 'zod';
import { SummarizerError } from '../summarizer-error';
import type { Summary } from '../summarizer';

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
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
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
  if (message.refusal || finish === 'content_filter') {
    throw new SummarizerError(
      'refused',
      `${summarizer}: ${message.refusal || 'stopped by the content filter'}`,
    );
  }
  if (finish === 'length') {
    throw new SummarizerError('cut-off', `${summarizer}: the summary hit the limit on output tokens`);
  }
  const text = message.content?.trim() ?? '';
  if (text === '') throw new SummarizerError('empty', `${summarizer}: the answer has no text`);
  const usage = parsed.data.usage ?? null;
  return {
    text,
    usage: usage && { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
  };
}
