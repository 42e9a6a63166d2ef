import type { Summarizer, Summary, SummaryMessage } from '@verbatim/llm';
import type { SummaryInput } from './summary-inputs';

const MAX_OUTPUT_TOKENS = 2048;
/** UTF-8 bytes of text for one call: near 100,000 tokens in most languages. */
const MAX_INPUT_BYTES = 400_000;

/**
 * One summary of it all. What is too long for one call is summarised part after part, each time with the summary of
 * what came before; `usage` is the sum.
 */
export async function writeSummary(
  summarizer: Summarizer,
  { previousSummaries, messages }: SummaryInput,
  signal: AbortSignal,
  maxInputBytes = MAX_INPUT_BYTES,
): Promise<Summary> {
  const [first = [], ...rest] = parts(messages, maxInputBytes);
  const settings = { maxOutputTokens: MAX_OUTPUT_TOKENS, signal };
  let summary = await summarizer.summarize({ previousSummaries, messages: first, ...settings });
  for (const part of rest) {
    const { usage } = summary;
    summary = await summarizer.summarize({ previousSummaries: [summary.text], messages: part, ...settings });
    summary = { ...summary, usage: sum(usage, summary.usage) };
  }
  return summary;
}

function parts(messages: readonly SummaryMessage[], maxBytes: number): SummaryMessage[][] {
  const all: SummaryMessage[][] = [];
  let room = 0;
  for (const message of messages.flatMap((each) => pieces(each, maxBytes))) {
    const bytes = Buffer.byteLength(message.text);
    const part = all.at(-1);
    if (part && bytes <= room) part.push(message);
    else all.push([message]);
    room = (part && bytes <= room ? room : maxBytes) - bytes;
  }
  return all;
}

/** A message too long for a part comes in several with the same `ref`; a UTF-16 unit is at most three bytes. */
function pieces(message: SummaryMessage, maxBytes: number): SummaryMessage[] {
  if (Buffer.byteLength(message.text) <= maxBytes) return [message];
  const length = Math.floor(maxBytes / 3);
  const count = Math.ceil(message.text.length / length);
  return Array.from({ length: count }, (_, index) => ({
    ...message,
    text: message.text.slice(index * length, (index + 1) * length),
  }));
}

function sum(one: Summary['usage'], other: Summary['usage']): Summary['usage'] {
  if (!one || !other) return one ?? other;
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
