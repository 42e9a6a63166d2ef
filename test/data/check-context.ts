import { TiktokenCounter } from '@verbatim/tokens';
import type { Message, Served } from '../support/conversation-client';

/** What is said of a context, read off its body alone. */
export interface Expectation {
  /** Every message said so far, by the id of its event. */
  readonly said: ReadonlyMap<string, Message>;
  /** Input tokens. */
  readonly budget: number;
}

const tokensOf = new Map<string, number>();
const counter = new TiktokenCounter();

/** Rules that a served context breaks, each in a sentence; none for a good one. It shares no code with the service. */
export async function brokenRules(served: Served, { said, budget }: Expectation): Promise<string[]> {
  const { messages } = served.body;
  return [
    ...splitGroups(messages),
    ...misplacedPinned(messages, [...said.values()]),
    ...missingQuestion(served, said),
    ...changedMessages(served, said),
    ...(await overBudget(served, budget)),
  ];
}

/** Every tool message follows the call it answers, every call has exactly one answer before anything else is said. */
function splitGroups(messages: readonly Message[]): string[] {
  const broken: string[] = [];
  let open = new Set<string>();
  for (const [index, message] of [...messages, { role: 'end' } as Message].entries()) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? '')) broken.push(`message ${index} answers no open call`);
      continue;
    }
    if (open.size > 0)
      broken.push(`calls without an answer before message ${index}: ${[...open].join(', ')}`);
    open = new Set(message.tool_calls?.map(({ id }) => id));
  }
  return broken;
}

const isPinned = ({ role }: Message): boolean => role === 'system' || role === 'developer';

/** All pinned messages first, and the newest message of all at the end. */
function misplacedPinned(messages: readonly Message[], said: readonly Message[]): string[] {
  const broken: string[] = [];
  const pinned = said.filter(isPinned);
  const first = messages.slice(0, pinned.length);
  if (JSON.stringify(first) !== JSON.stringify(pinned)) broken.push('pinned messages are not all first');
  const [last, newest] = [messages.at(-1), said.at(-1)];
  const isNewest = last?.role === newest?.role && last?.tool_call_id === newest?.tool_call_id;
  if (!isNewest) broken.push('the newest message is not the last');
  return broken;
}

/** The newest user message is there, as it came or, where the policy cuts what is large, as its replacement. */
function missingQuestion({ segments }: Served, said: ReadonlyMap<string, Message>): string[] {
  const newest = [...said].findLast(([, { role }]) => role === 'user');
  if (!newest) return [];
  const isShown = segments.some(({ event, kind }) => event === newest[0] && kind !== 'summary');
  return isShown ? [] : ['the newest user message is missing'];
}

/** What is shown as a message is that message; a replaced result differs in its content alone and is shorter. */
function changedMessages({ body, segments }: Served, said: ReadonlyMap<string, Message>): string[] {
  if (body.messages.length !== segments.length) return ['segments and messages differ in number'];
  return segments.flatMap(({ event, kind }, index) => {
    const shown = body.messages[index];
    const original = said.get(event);
    if (kind === 'summary') return [];
    if (kind === 'message' && JSON.stringify(shown) === JSON.stringify(original)) return [];
    const restored = { ...shown, content: original?.content };
    const isReplaced = kind === 'replacement' && JSON.stringify(restored) === JSON.stringify(original);
    return isReplaced ? [] : [`message ${index} (${kind} of ${event}) is not what was said`];
  });
}

/** By the service's own count and by ours, which has no overhead and so can only be less. */
async function overBudget({ body, tokens }: Served, budget: number): Promise<string[]> {
  let counted = 0;
  for (const message of body.messages) counted += await countOf(message);
  return [
    ...(tokens > budget ? [`${tokens} tokens by its own count, the budget is ${budget}`] : []),
    ...(counted > tokens ? [`${counted} tokens, it says ${tokens}`] : []),
  ];
}

async function countOf({ content, tool_calls = [] }: Message): Promise<number> {
  const texts = [content ?? '', ...tool_calls.map((call) => callText(call))];
  let counted = 0;
  for (const text of texts) counted += await tokensOfText(String(text));
  return counted;
}

function callText(call: { readonly [key: string]: unknown }): string {
  const { arguments: text } = call['function'] as { arguments: string };
  return text;
}

/** In the encoding of the rig's model; a text is counted once. */
export async function tokensOfText(text: string): Promise<number> {
  const known = tokensOf.get(text);
  if (known !== undefined) return known;
  const counted = await counter.count(text, 'o200k_base');
  tokensOf.set(text, counted);
  return counted;
}
