import type { SummaryMessage } from '../summarizer';
import { clean, clip, sentences } from './sentences';

/** What one speaker said at one place, taken apart. */
export interface Entry {
  /** Who said it: `user`, `user Ann`, `tool read_file`; empty where nobody is named. */
  readonly label: string;
  readonly sentences: readonly string[];
}

/** Lines of our summaries that no message stands behind. */
export const HEADING = 'Extractive summary';
export const EARLIER = 'Earlier:';
export const THEN = 'Then:';
export const MENTIONED = 'Also mentioned: ';

const MAX_LABEL = 40;
const BULLET = /^- (?:(?<label>[^:]{1,40}): )?(?<rest>.*)$/u;

export function entryOf({ role, name, text }: SummaryMessage): Entry {
  const label = clean(name === undefined ? role : `${role} ${name}`).replaceAll(':', ' ');
  return { label: clip(label, MAX_LABEL), sentences: sentences(text) };
}

/**
 * An earlier summary, an entry a line. A line as we write them (`- user: …`) keeps its speaker, so that what
 * someone said is still theirs however often it is condensed.
 */
export function readSummary(text: string): Entry[] {
  return text
    .split('\n')
    .map(clean)
    .filter((line) => line !== EARLIER && line !== THEN && !line.startsWith(HEADING))
    .map((line) => (line.startsWith(MENTIONED) ? `- ${line}` : line))
    .map((line) => {
      const { label = '', rest = line } = BULLET.exec(line)?.groups ?? {};
      return { label, sentences: sentences(rest) };
    })
    .filter((entry) => entry.sentences.length > 0);
}
