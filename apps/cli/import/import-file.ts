import type { ApiClient } from '../api-client';
import { CommandFailure } from '../failure';
import type { Terminal } from '../terminal';
import { awaitJournaled } from './await-journaled';
import type { ImportDocument } from './import-document';
import { located } from './import-failure';
import { counted, megabytes, Meter } from './meter';
import { BODY_LISTS, readEntries, type TextEntry } from './read-entries';
import { Sender } from './sender';
import { checkEvent, eventSource, messageSource } from './source';
import { survey, type Survey } from './survey';
import type { FormatName } from '@verbatim/conversation';

/** What became of one file; conversations in the order of their first entry. */
export interface Imported {
  readonly file: string;
  /** Messages or events that the service has now. */
  readonly accepted: number;
  readonly new: number;
  /** Those that were in its journal already. */
  readonly known: number;
  readonly conversations: readonly string[];
}

export interface ImportWork {
  readonly client: ApiClient;
  readonly terminal: Terminal;
  /** Null for events, which name their conversation themselves. */
  readonly messages: { readonly format: FormatName; readonly conversation: string } | null;
  /** Until everything is in the journal. */
  readonly wait: boolean;
  readonly signal: AbortSignal;
}

/**
 * Publishes the entries of a document. It is read twice: once to know that all of it is JSON and what ids it gives, once
 * to send it. Memory does not grow with the document. @throws CommandFailure that names the document and the entry at fault
 */
export async function importDocument(document: ImportDocument, work: ImportWork): Promise<Imported> {
  const found = await surveyed(document, work);
  const { messages } = work;
  const source =
    messages === null ? eventSource(found) : messageSource(messages.conversation, messages.format, found);
  const meter = new Meter(work.terminal, { label: document.name, of: found.entries, written: counted });
  const sender = new Sender(work.client, source, (entries) => meter.add(entries), work.signal);
  const conversations = new Set<string>();
  try {
    for await (const texts of entriesAgain(document, found, messages !== null)) {
      for (const entry of texts.map((text) => source.entry(text))) {
        work.signal.throwIfAborted();
        conversations.add(entry.conversation);
        await sender.add(entry);
      }
    }
    await document.refuseChanges();
    await sender.finish();
  } catch (error) {
    await sender.settle();
    if (work.signal.aborted) throw stopped(document, sender.accepted, found);
    throw await located(error, document);
  } finally {
    meter.end();
  }
  if (work.wait) await journaled(document, sender, work);
  const { accepted, known } = sender;
  return { file: document.name, accepted, new: accepted - known, known, conversations: [...conversations] };
}

async function surveyed(
  document: ImportDocument,
  { messages, terminal, signal }: ImportWork,
): Promise<Survey> {
  const meter = new Meter(terminal, {
    label: `${document.name}: read`,
    of: document.bytes,
    written: megabytes,
  });
  try {
    const check = (entry: TextEntry, value: unknown): void => {
      if (messages === null) checkEvent(entry, value);
    };
    const onBytes = (bytes: number): void => meter.set(bytes);
    return await survey(document, { format: messages?.format ?? null, onBytes, check, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandFailure(`${document.name}: stopped before anything of it was sent`, 130, {
      cause: error,
    });
  } finally {
    meter.end();
  }
}

async function* entriesAgain(
  document: ImportDocument,
  { unlisted }: Survey,
  isInBody: boolean,
): AsyncGenerator<readonly TextEntry[]> {
  if (unlisted.length > 0) yield unlisted.map((text, index) => ({ index, start: 0, text }));
  else yield* readEntries(document, isInBody ? BODY_LISTS : []);
}

async function journaled(
  document: ImportDocument,
  sender: Sender,
  { client, terminal, signal }: ImportWork,
): Promise<void> {
  const { milestones, newest } = sender;
  const isOne = newest.size === 1;
  const of = isOne ? (milestones.at(-1)?.index ?? 0) + 1 : newest.size;
  const label = `${document.name}: in the journal${isOne ? '' : ', conversations'}`;
  const meter = new Meter(terminal, { label, of, written: counted });
  const onJournaled = (names: number): void =>
    meter.set(isOne ? (milestones[names - 1]?.index ?? 0) + 1 : names);
  try {
    await awaitJournaled(client, isOne ? milestones : [...newest.values()], { onJournaled, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    const message = `${document.name}: everything is in the log; stopped before it was in the journal`;
    throw new CommandFailure(message, 130, { cause: error });
  } finally {
    meter.end();
  }
}

function stopped(document: ImportDocument, accepted: number, { entries }: Survey): CommandFailure {
  const message = `${document.name}: stopped with ${counted(accepted)} of ${counted(entries)} in the log`;
  return new CommandFailure(`${message}; the same command goes on from there`, 130);
}
