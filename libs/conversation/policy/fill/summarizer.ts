import type { z } from 'zod';
import type { summarizerPart } from '../parts/summarizer';
import type { SummarizerChoice } from '../policy';

const unsaid: SummarizerChoice = {
  model: null,
  provider: null,
  baseUrl: null,
  keyReference: null,
  systemPrompt: null,
  maxContext: null,
  limitRequests: null,
  limitInput: null,
  limitOutput: null,
};

/** What is not said is null, and nothing said is the installation's own summariser. */
export function summarizerOf(
  part: z.infer<typeof summarizerPart> | null | undefined,
): SummarizerChoice | null {
  return part ? { ...unsaid, ...part } : null;
}
