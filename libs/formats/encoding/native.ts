import type { FormatName, Message } from '@verbatim/conversation';
import type { MessageSource } from '../format';
import { JsonText, withoutProperties } from '../json-text';
import { sourceFormat } from '../source-format';

/** The keys of an event's `data` that are ours and not the message's (SPEC 9, MessageAppended data). */
const OWN_KEYS = ['format', 'runId', 'iteration'];

type JournaledMessage = Pick<MessageSource, 'dataText' | 'message'>;

interface Came {
  readonly data: JsonText;
  readonly format: FormatName | 'canonical';
  native: JsonText | null;
}

/** Of messages that are being rendered: what leaves in a hundred pieces is parsed once. */
const known = new WeakMap<Message, Came>();

/** The message as it came, without our keys, where it came in this format; else null: it has to be written anew. */
export function nativeOf(source: JournaledMessage, name: FormatName): JsonText | null {
  const came = cameAs(source);
  if (came.format !== name) return null;
  came.native ??= withoutOwnKeys(came.data);
  return came.native;
}

/** What a message's event was written in. */
export function formatOf(source: JournaledMessage): FormatName | 'canonical' {
  return cameAs(source).format;
}

function cameAs({ dataText, message }: JournaledMessage): Came {
  const before = known.get(message);
  if (before?.data.text === dataText) return before;
  const data = JsonText.parse(dataText);
  const came: Came = { data, format: sourceFormat(data.value()), native: null };
  known.set(message, came);
  return came;
}

/** A message's `data` without the keys that are ours. */
export function withoutOwnKeys(data: JsonText): JsonText {
  const text = withoutProperties(data, OWN_KEYS);
  return text === data.text ? data : JsonText.parse(text);
}
