import {
  canonicalMessageDataSchema,
  type EventData,
  type Limits,
  isPinned,
  type Message,
  type RunMarks,
  runMarksSchema,
  toolCallsOf,
  toolResultsOf,
  VerbatimError,
} from '@verbatim/conversation';
import { partCount, textBytes } from '../message-texts';
import type { JsonText } from '../json-text';
import { format } from '../registry';
import { sentence } from '../sentence';
import { sourceFormat } from '../source-format';
import { isStorable } from './storable';

type MessageData = EventData<'MessageAppended'>;

/**
 * The `data` of a MessageAppended as the canonical message, whatever format it came in, with its run marks.
 * @throws VerbatimError `event-invalid` or `too-large`
 */
export function readMessageData(text: JsonText, limits: Limits): { data: MessageData; marks: RunMarks } {
  const data = text.value();
  checkLists(data, limits);
  const marks = readMarks(data);
  const message = { ...decode(text), ...marks };
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

function decode(text: JsonText): Message {
  const data = text.value();
  const name = sourceFormat(data);
  if (name === 'canonical') {
    const result = canonicalMessageDataSchema.safeParse(data);
    if (!result.success) throw invalid(sentence(result.error, data, 'data'));
    return result.data;
  }
  return format(name).decode(text, 'data');
}

/** Groups are made of an assistant's calls and of what answers them: tool messages, or parts of a user's or its own. */
function checkParts(message: Message): void {
  const { role, parts } = message;
  const results = toolResultsOf(message).length;
  const others = parts.filter(({ type }) => type !== 'tool-result' && type !== 'data');
  if (role === 'tool' && (results === 0 || others.length > 0)) {
    throw invalid('data.parts: a tool message has tool-results, and nothing but data beside them');
  }
  if (isPinned(role) && results > 0) {
    throw invalid(`data.parts: a tool-result belongs in a tool message, not in a ${role} message`);
  }
  if (role !== 'assistant' && toolCallsOf(message).length > 0) {
    throw invalid(`data.parts: a tool-call belongs in an assistant message, not in a ${role} message`);
  }
}

function checkIds(message: Message, { runId }: RunMarks): void {
  const calls = toolCallsOf(message).map(({ id }) => id);
  const answered = toolResultsOf(message).map(({ callId }) => callId);
  if ([...calls, ...answered, runId ?? ''].every(isStorable)) return;
  throw invalid('data: NUL and lone surrogates are not allowed in the ids of calls and runs');
}

/** Where formats list what a message consists of. */
const LISTS = ['parts', 'content', 'tool_calls', 'system', 'summary', 'output'];

/** Before anything looks at each part: a list of half a million wrong ones would keep a schema busy for long. */
function checkLists(data: unknown, limits: Limits): void {
  for (const name of LISTS) {
    const list = listAt(data, name, 'data', limits);
    list.forEach((part, at) => {
      const path = `data.${name}[${at}]`;
      listAt(part, 'content', path, limits);
      // An output of any other type is the tool's own JSON, as long as it likes.
      const output = fieldOf(part, 'output');
      if (fieldOf(output, 'type') === 'content') listAt(output, 'value', `${path}.output`, limits);
    });
  }
}

/** Empty where there is none. @throws VerbatimError `too-large` */
function listAt(value: unknown, name: string, path: string, { parts }: Limits): readonly unknown[] {
  const list = fieldOf(value, name);
  if (!Array.isArray(list)) return [];
  if (list.length > parts) throw tooLarge(`${path}.${name}: ${list.length} parts, the limit is ${parts}`);
  return list;
}

function fieldOf(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
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
