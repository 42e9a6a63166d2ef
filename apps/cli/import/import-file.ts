import type { ApiClient } from '../api-client';
import { ApiError } from '../api-error';
import { CommandFailure } from '../failure';
import type { Progress } from '../progress';
import { awaitApplied } from './await-applied';
import { batches } from './batches';
import type { Entry, Source } from './source';

/** What became of one file; conversations in the order of their first entry. */
export interface Imported {
  readonly file: string;
  readonly accepted: number;
  readonly conversations: readonly string[];
}

/** Publishes a file's entries, in order. @throws CommandFailure that names the file and the entry at fault */
export async function importFile(
  client: ApiClient,
  file: string,
  source: Source,
  progress: Progress,
): Promise<Imported> {
  const { entries, path, contentType } = source;
  for (const batch of batches(entries)) {
    try {
      await client.send('POST', path, { body: source.body(batch.entries), contentType });
    } catch (error) {
      throw located(error, file, batch.start);
    }
    progress.show(`${file}: ${batch.start + batch.entries.length} of ${entries.length} accepted`);
  }
  const conversations = [...new Set(entries.map(({ conversation }) => conversation))];
  return { file, accepted: entries.length, conversations };
}

/** Waits until the newest message of every conversation in the file is journaled. */
export async function awaitFile(client: ApiClient, { entries }: Source, progress: Progress): Promise<void> {
  const newest = new Map<string, Entry>();
  for (const entry of entries) if (entry.isMessage) newest.set(entry.conversation, entry);
  for (const entry of newest.values()) {
    progress.show(`waiting for ${entry.conversation}`);
    await awaitApplied(client, entry);
  }
}

/** The same error, with the place in the file instead of the one in the batch. */
function located(error: unknown, file: string, start: number): unknown {
  if (!(error instanceof ApiError)) return error;
  const { index } = error.problem;
  const place = index === undefined ? `from entry ${start} on` : `entry ${start + index}`;
  return new CommandFailure(`${file}, ${place}: ${error.message}`, 1, { cause: error });
}
