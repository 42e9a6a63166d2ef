import {
  canonicalMessageDataSchema,
  type EventData,
  type Limits,
  type Message,
  type RunMarks,
  runMarksSchema,
  toolCallsOf,
  toolResultsOf,
  VerbatimError,
} from '@verbatim/conversation';
import { partCount, textBytes } from '../message-texts';
import { format, isBuilt } from '../registry';
import { sentence } from '../sentence';
import { sourceFormat } from '../source-format';
import { isStorable } from './storable';

type MessageData = EventData<'MessageAppended'>;

/**
 * The `data` of a MessageAppended as the canonical message, whatever format it came in, with its run marks.
 * @throws VerbatimError `event-invalid`, `event-unsupported` (a format not read yet) or `too-large`
 */
export function readMessageData(data: unknown, limits: Limits): { data: MessageData; marks: RunMarks } {
  checkLists(data, limits);
  const marks = readMarks(data);
  const message = { ...decode(data), ...marks };
  checkParts(message);
  checkIds(message, marks);
  checkSize(message, limits);
  return { data: message, marks };
}

function readMarks(data: unknown): RunMarks {
  const result = runMarksSchema.safeParse(data);
  if (!result.success) throw invalid(sentence(result.error, data, 'data'));
  return result.data;
}

function decode(data: unknown): Message {
  const name = sourceFormat(data);
  if (name === 'canonical') {
    const result = canonicalMessageDataSchema.safeParse(data);
    if (!result.success) throw invalid(sentence(result.error, data, 'data'));
    return result.data;
  }
  if (!isBuilt(name)) throw new VerbatimError('event-unsupported', `data.format: ${name} is not read yet`);
  return format(name).decodeValue(data, 'data');
}

/** Groups are made of an assistant's calls and of messages that answer one call each (SPEC, words). */
function checkParts(message: Message): void {
  const results = toolResultsOf(message).length;
  if (message.role === 'tool' && results !== 1) {
    throw invalid(`data.parts: a tool message has one tool-result, this one has ${results}`);
  }
  if (message.role !== 'tool' && results > 0) {
    throw invalid(`data.parts: a tool-result belongs in a tool message, not in a ${message.role} message`);
  }
  if (message.role !== 'assistant' && toolCallsOf(message).length > 0) {
    throw invalid(
      `data.parts: a tool-call belongs in an assistant message, not in a ${message.role} message`,
    );
  }
}

function checkIds(message: Message, { runId }: RunMarks): void {
  const calls = toolCallsOf(message).map(({ id }) => id);
  if (new Set(calls).size < calls.length) throw invalid('data: two calls of one message have the same id');
  const answered = toolResultsOf(message).map(({ callId }) => callId);
  if ([...calls, ...answered, runId ?? ''].every(isStorable)) return;
  throw invalid('data: NUL and lone surrogates are not allowed in the ids of calls and runs');
}

/** Before anything looks at each part: a list of half a million wrong ones would keep a schema busy for long. */
function checkLists(data: unknown, limits: Limits): void {
  if (data === null || typeof data !== 'object') return;
  for (const [name, list] of Object.entries(data)) {
    if (!['parts', 'content', 'tool_calls'].includes(name) || !Array.isArray(list)) continue;
    if (list.length > limits.parts)
      throw tooLarge(`data.${name}: ${list.length} parts, the limit is ${limits.parts}`);
  }
}

function checkSize(message: Message, limits: Limits): void {
  const parts = partCount(message);
  if (parts > limits.parts) throw tooLarge(`data: ${parts} parts, the limit is ${limits.parts}`);
  const bytes = textBytes(message);
  if (bytes > limits.textBytes)
    throw tooLarge(`data: ${bytes} bytes of text, the limit is ${limits.textBytes}`);
}

function invalid(detail: string): VerbatimError {
  return new VerbatimError('event-invalid', detail);
}

function tooLarge(detail: string): VerbatimError {
  return new VerbatimError('too-large', detail);
}
