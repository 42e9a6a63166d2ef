import { roles } from '@verbatim/conversation';
import type { Violation } from '../format';

/** What the rules look at; anything else about a message is left to its schema. */
interface ChatView {
  readonly role: unknown;
  readonly content: unknown;
  readonly refusal: unknown;
  readonly audio: unknown;
  readonly toolCalls: unknown;
  /** Ids of the calls, in order. */
  readonly callIds: readonly string[];
  readonly answers: unknown;
}

type Rule = (messages: readonly ChatView[]) => Violation[];

const knownRoles: readonly unknown[] = roles;

const rolesAreKnown: Rule = (messages) =>
  each(messages, 'role-known', ({ role }) =>
    knownRoles.includes(role) ? null : `${JSON.stringify(role)} is not a role`,
  );

const resultsAnswerACall: Rule = (messages) =>
  each(messages, 'result-answers-call', (message, index) => {
    if (message.role !== 'tool') return null;
    const caller = messages[callerIndex(messages, index)];
    const answered = caller?.role === 'assistant' && caller.callIds.some((id) => id === message.answers);
    return answered ? null : `no call ${JSON.stringify(message.answers)} in the assistant message before it`;
  });

const callsAreAnswered: Rule = (messages) =>
  each(messages, 'call-answered', (message, index) => {
    const answers = answersAfter(messages, index);
    const open = message.callIds.filter((id) => !answers.has(id));
    return open.length === 0 ? null : `no result directly after it for ${open.join(', ')}`;
  });

const callIdsAreUnique: Rule = (messages) =>
  each(messages, 'call-ids-unique', ({ callIds }) =>
    new Set(callIds).size === callIds.length ? null : 'two of its calls have the same id',
  );

const callListsAreNotEmpty: Rule = (messages) =>
  each(messages, 'calls-not-empty', ({ toolCalls }) =>
    Array.isArray(toolCalls) && toolCalls.length === 0 ? 'tool_calls is an empty list' : null,
  );

/** An empty string is content: providers accept it, and models do answer with it. */
const assistantsSaySomething: Rule = (messages) =>
  each(messages, 'assistant-not-empty', ({ role, content, refusal, audio, callIds }) => {
    const hasContent = typeof content === 'string' || (Array.isArray(content) && content.length > 0);
    const says = hasContent || callIds.length > 0 || typeof refusal === 'string' || isObject(audio);
    return role !== 'assistant' || says ? null : 'no content, no calls and no refusal';
  });

const rules: readonly Rule[] = [
  rolesAreKnown,
  resultsAnswerACall,
  callsAreAnswered,
  callIdsAreUnique,
  callListsAreNotEmpty,
  assistantsSaySomething,
];

/** Everything in a list of messages that chat completions would refuse; for messages each of which fits the schema. */
export function checkOpenAiChat(messages: readonly unknown[]): Violation[] {
  const views = messages.map(view);
  return rules.flatMap((rule) => rule(views));
}

function each(
  messages: readonly ChatView[],
  rule: string,
  problem: (message: ChatView, index: number) => string | null,
): Violation[] {
  return messages.flatMap((message, index) => {
    const detail = problem(message, index);
    return detail === null ? [] : [{ rule, index, detail }];
  });
}

function callerIndex(messages: readonly ChatView[], result: number): number {
  let at = result - 1;
  while (messages[at]?.role === 'tool') at -= 1;
  return at;
}

function answersAfter(messages: readonly ChatView[], index: number): Set<unknown> {
  const answers = new Set<unknown>();
  for (let at = index + 1; messages[at]?.role === 'tool'; at += 1) answers.add(messages[at]?.answers);
  return answers;
}

function view(message: unknown): ChatView {
  const fields: Readonly<Record<string, unknown>> = isObject(message) ? message : {};
  const toolCalls = fields['tool_calls'];
  const calls: readonly unknown[] = Array.isArray(toolCalls) ? toolCalls : [];
  return {
    role: fields['role'],
    content: fields['content'],
    refusal: fields['refusal'],
    audio: fields['audio'],
    toolCalls,
    callIds: calls.map((call) => (isObject(call) && typeof call['id'] === 'string' ? call['id'] : '')),
    answers: fields['tool_call_id'],
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
