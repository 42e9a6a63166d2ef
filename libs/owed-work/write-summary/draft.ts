import type { ModelEntry } from '@verbatim/conversation';
import { instructions, type Summary, type SummaryRequest } from '@verbatim/llm';
import type { TokenCounter } from '@verbatim/tokens';
import type { Fault } from './acceptance';
import type { Asking } from './asking';
import type { WriteRequest } from './contract';
import { partsOf, slices, type Part } from './parts';
import { MOST_OUTPUT, requestRoom, type RequestRoom } from './request-room';

/** How a summary is asked for. */
export interface DraftPlan {
  /** Everything that is to be summarised, whatever a request may hold. */
  readonly whole: SummaryRequest;
  readonly room: RequestRoom;
  readonly count: (text: string) => Promise<number>;
}

/** Tokens that a protocol adds to instructions and transcript. */
const PROTOCOL_TOKENS = 32;
/** Characters of the user's question that are shown beside a tool's output. */
const MOST_QUESTION = 2000;
/** Of the room for material, in characters: what a second draft is told of identifiers. */
const MISSING_SHARE = 1 / 8;

/** `entry` is that of the model asked, null where the registry does not know it. */
export async function planDraft(
  request: WriteRequest,
  entry: ModelEntry | null,
  counter: TokenCounter,
): Promise<DraftPlan> {
  const count = (text: string): Promise<number> => counter.count(text, entry?.encoding ?? 'o200k_base');
  const { purpose, messages, choice, tokensBefore } = request;
  const systemPrompt = request.systemPrompt ?? choice?.systemPrompt ?? null;
  const [question] = slices(request.question ?? '', MOST_QUESTION);
  const whole = {
    purpose,
    previousSummaries: request.previousSummaries.map(({ text }) => text),
    messages,
    ...(question === undefined ? {} : { question }),
    ...(systemPrompt === null ? {} : { systemPrompt }),
    maxOutputTokens: MOST_OUTPUT,
  };
  const room = requestRoom(choice, entry, await fixedTokens(whole, count));
  const { maxOutputTokens } = room;
  const targetTokens = Math.max(1, Math.min(maxOutputTokens, tokensBefore));
  return { whole: { ...whole, maxOutputTokens, targetTokens }, room, count };
}

/** The plan of a second draft, told what was wrong with the first one. */
export function revised({ whole, ...plan }: DraftPlan, { code, missing }: Fault): DraftPlan {
  let characters = plan.room.material * MISSING_SHARE;
  const kept = missing.filter((text) => (characters -= text.length) >= 0);
  return { ...plan, whole: { ...whole, revision: { fault: code, missing: kept } } };
}

/** What a draft of the whole is about to take: its requests, and their tokens without what a second draft would. */
export async function estimate({ whole, room, count }: DraftPlan): Promise<{
  requests: number;
  inputTokens: number;
}> {
  const parts = await partsOf(whole, room.material, count);
  const fixed = await fixedTokens(whole, count);
  const material = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  return { requests: parts.length, inputTokens: parts.length * fixed + material };
}

/**
 * A draft of the whole. What is too long for one request is summarised part by part; the parts' summaries are joined,
 * and become one where the join is longer than an answer may be.
 */
export async function draft(plan: DraftPlan, asking: Asking): Promise<Summary> {
  const parts = await partsOf(plan.whole, plan.room.material, plan.count);
  return joined(plan, asking, await summarized(plan, asking, parts));
}

async function summarized(
  { whole, count }: DraftPlan,
  asking: Asking,
  parts: readonly Part[],
): Promise<Summary[]> {
  const fixed = await fixedTokens(whole, count);
  const targetTokens = Math.ceil((whole.targetTokens ?? whole.maxOutputTokens) / parts.length);
  const summaries: Summary[] = [];
  for (const { previousSummaries, messages, tokens } of parts) {
    const part = { ...whole, previousSummaries, messages, targetTokens };
    summaries.push(await asking.ask(part, fixed + tokens));
  }
  return summaries;
}

/** Goes on as long as that makes fewer of them: a model need not keep to the length asked for. */
async function joined(plan: DraftPlan, asking: Asking, summaries: readonly Summary[]): Promise<Summary> {
  const { whole, room, count } = plan;
  const [first] = summaries;
  if (first === undefined) throw new Error('there was nothing to summarise');
  const texts = summaries.map((summary) => summary.text);
  const text = texts.join('\n\n');
  if (summaries.length === 1 || (await count(text)) <= whole.maxOutputTokens) return { ...first, text };
  const parts = await partsOf({ previousSummaries: texts, messages: [] }, room.material, count);
  if (parts.length >= summaries.length) return { ...first, text };
  return joined(plan, asking, await summarized(plan, asking, parts));
}

async function fixedTokens(request: SummaryRequest, count: DraftPlan['count']): Promise<number> {
  return PROTOCOL_TOKENS + (await count(`${instructions(request)}\n${request.question ?? ''}`));
}
