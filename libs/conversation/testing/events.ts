import { createHash } from 'node:crypto';
import type { ConversationEvent, RecordedEvent, RunMarks } from '../events';
import type { Message } from '../message';
import { canonicalPolicy, resolvePolicy } from '../policy';
import type { WorkingSet } from '../state';

/** An event that a history may hold; what it leaves out (id, time) comes from its position. */
type Written<E> = E extends ConversationEvent ? Omit<E, 'id' | 'time'> & { readonly id?: string } : never;
export type WrittenEvent = Written<ConversationEvent>;

/** An event, or one that is made from the state it is appended to. */
export type EventSpec = WrittenEvent | ((ws: WorkingSet) => WrittenEvent);

/** The id that an event without one gets. */
export const idAt = (position: number): string => `e${position}`;

export function record(spec: EventSpec, ws: WorkingSet, position: number): RecordedEvent {
  const written = typeof spec === 'function' ? spec(ws) : spec;
  return { time: `t${position}`, id: idAt(position), ...written, position };
}

export function message(data: Message & RunMarks): WrittenEvent {
  return { type: 'MessageAppended', data };
}

export function user(text: string, marks: RunMarks = {}): WrittenEvent {
  return message({ role: 'user', parts: [{ type: 'text', text }], ...marks });
}

export function system(text: string): WrittenEvent {
  return message({ role: 'system', parts: [{ type: 'text', text }] });
}

export function assistant(text: string, calls: readonly string[] = [], marks: RunMarks = {}): WrittenEvent {
  const said = text === '' ? [] : [{ type: 'text' as const, text }];
  const called = calls.map((id) => ({ type: 'tool-call' as const, id, name: 'tool', arguments: '{}' }));
  return message({ role: 'assistant', parts: [...said, ...called], ...marks });
}

/** A piece of a turn that the assistant message before it began. */
export function piece(text: string, calls: readonly string[] = []): WrittenEvent {
  const written = assistant(text, calls);
  if (written.type !== 'MessageAppended') throw new Error('a message is no message');
  return message({ ...written.data, continues: true });
}

export function thought(text: string): WrittenEvent {
  return message({ role: 'assistant', parts: [{ type: 'reasoning', text }], continues: true });
}

/** A user message that brings results and asks something new. */
export function resultsAndQuestion(callIds: readonly string[], text: string): WrittenEvent {
  const results = callIds.map((callId) => ({
    type: 'tool-result' as const,
    callId,
    content: [{ type: 'text' as const, text: `result of ${callId}` }],
  }));
  return message({ role: 'user', parts: [...results, { type: 'text', text }] });
}

/** An assistant message that holds its calls, the results of some of them, and what it said then. */
export function wholeTurn(calls: readonly string[], answered: readonly string[], text: string): WrittenEvent {
  const called = calls.map((id) => ({ type: 'tool-call' as const, id, name: 'tool', arguments: '{}' }));
  const results = answered.map((callId) => ({ type: 'tool-result' as const, callId, content: [] }));
  const said = text === '' ? [] : [{ type: 'text' as const, text }];
  return message({ role: 'assistant', parts: [...called, ...results, ...said] });
}

export function result(callId: string, text = `result of ${callId}`, marks: RunMarks = {}): WrittenEvent {
  const content = [{ type: 'text' as const, text }];
  return message({ role: 'tool', parts: [{ type: 'tool-result', callId, content }], ...marks });
}

export function policy(document: unknown): WrittenEvent {
  const resolved = resolvePolicy(document);
  const version = createHash('sha256').update(canonicalPolicy(resolved)).digest('hex');
  return { type: 'PolicyAssigned', data: { name: null, origin: 'assigned', version, policy: resolved } };
}

export function runStarted(runId: string): WrittenEvent {
  return { type: 'RunStarted', data: { runId } };
}

export function runCompleted(runId: string): WrittenEvent {
  return { type: 'RunCompleted', data: { runId } };
}

/** `count` messages in turns of two: user, assistant, user, ... */
export function turns(count: number, from = 0): WrittenEvent[] {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? user(`question ${from + index}`) : assistant(`answer ${from + index}`),
  );
}

/** One user message and `count` calls, each with its result, none of them the end of the run. */
export function toolLoop(count: number, text = (call: number): string => `result ${call}`): WrittenEvent[] {
  const steps = Array.from({ length: count }, (_, index) => index + 1);
  return [
    user('task'),
    ...steps.flatMap((call) => [assistant('', [`c${call}`]), result(`c${call}`, text(call))]),
  ];
}
