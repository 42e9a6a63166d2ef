import { ExtractiveSummarizer, type Summary } from '@verbatim/llm';
import type { Acceptance } from './acceptance';
import type { WriteRequest } from './contract';

const MOST_TOKENS = 2048;
/** One that has to carry identifiers may be longer than usual. */
const CHARACTERS_FOR_IDENTIFIERS = 6000;

/** The summary without an LLM: no longer than what it stands for, down to a few characters. */
export async function extract(request: WriteRequest, acceptance: Acceptance): Promise<Summary> {
  const { messages, tokensBefore, leastCarried, signal } = request;
  const summarizer = new ExtractiveSummarizer(
    leastCarried > 0 ? { maxCharacters: CHARACTERS_FOR_IDENTIFIERS } : {},
  );
  const previousSummaries = request.previousSummaries.map(({ text }) => text);
  for (let most = Math.max(1, Math.min(tokensBefore, MOST_TOKENS)); ; most = Math.floor(most / 2)) {
    const wanted = { previousSummaries, messages, maxOutputTokens: most, signal };
    const summary = await summarizer.summarize(wanted);
    if (most === 1 || (await acceptance.tokensOf(summary.text)) <= tokensBefore) return summary;
  }
}
