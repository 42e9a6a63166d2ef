import type { FormatName } from '@verbatim/conversation';
import { format, withProperty, writeEvent, type JsonText } from '@verbatim/formats';
import { splitEntries, splitMessages } from '../import/entries';
import { contractSamples, isContract } from './contract';
import type { Sample } from './sample';

/**
 * The records of a file: a contract; or CloudEvents or messages, one, a list, or one a line (JSONL); or the body of a
 * request to a model. Without a format, a message is read as it is in the log: in the format that it names.
 * @throws CommandFailure where the file holds no such thing
 */
export function readSamples(file: string, text: string, name: FormatName | undefined): Sample[] {
  const entries = splitEntries(file, text);
  const [first] = entries;
  if (first && entries.length === 1 && !isCloudEvent(first)) {
    return isContract(first) ? contractSamples(file, first) : messages(file, text, name);
  }
  return entries.map((entry) =>
    isCloudEvent(entry) ? sample(entry.slice()) : message(inFormat(entry, name)),
  );
}

function messages(file: string, text: string, name: FormatName | undefined): Sample[] {
  const { system, texts } = splitMessages(file, text, name ?? 'openai-chat');
  const apart = system === null ? [] : [format(name ?? 'openai-chat').systemData(system)];
  return [...apart, ...texts.map((each) => inFormat(each, name))].map(message);
}

function isCloudEvent(entry: JsonText): boolean {
  const has = (name: string): boolean => entry.property(name) !== undefined;
  return has('specversion') || (has('type') && has('subject'));
}

function inFormat(entry: JsonText, name: FormatName | undefined): string {
  return name === undefined ? entry.slice() : withProperty(entry, 'format', JSON.stringify(name));
}

/** The event that holds this `data`. */
function message(dataText: string): Sample {
  return sample(
    writeEvent({
      id: 'sample',
      source: 'verbatim check',
      type: 'MessageAppended',
      subject: 'sample',
      tenant: 'default',
      time: '2026-01-01T00:00:00Z',
      dataversion: 1,
      dataText,
    }),
  );
}

function sample(text: string): Sample {
  return { text, headers: {} };
}
