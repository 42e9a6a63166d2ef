import type { SummaryMessage } from '../summarizer';
import type { Appraisal } from './appraisal';
import { EARLIER, HEADING, MENTIONED, THEN } from './entries';
import { select } from './selection';
import { clean, clip, length } from './sentences';

/** Shares of the space: what earlier summaries may claim before messages, and what is left for names. */
const EARLIER_SHARE = 1 / 3;
const NAMES_SHARE = 1 / 6;
/** Tools named in the heading. */
const MAX_TOOLS = 8;
/** Unanswered calls named there. */
const MAX_OPEN = 8;
/** Names tried for the last line. */
const MAX_NAMES = 200;

export interface Material {
  readonly messages: readonly SummaryMessage[];
  /** What the earlier summaries say. */
  readonly earlier: readonly Appraisal[];
  /** What the messages say. */
  readonly said: readonly Appraisal[];
  /** Every identifier, with the number of sentences that hold it. */
  readonly names: ReadonlyMap<string, number>;
}

/** The summary in at most `space` code points, never empty. */
export function compose({ messages, earlier, said, names }: Material, space: number): string {
  const heading = headingOf(messages);
  const lines = length(heading) > space / 2 ? [] : [heading];
  const left = (): number => space - length(lines.join('\n')) - 1;

  // Messages give way to earlier summaries by a share at most; what they leave, those may take.
  const room = left() - Math.floor(space * NAMES_SHARE) - length(`${EARLIER}\n${THEN}\n`);
  const forEarlier = Math.min(length(select(earlier, room).join('\n')), Math.floor(room * EARLIER_SHARE));
  const latest = select(said, room - forEarlier);
  const kept = select(earlier, room - length(latest.join('\n')));
  if (kept.length > 0) lines.push(EARLIER, ...kept);
  if (kept.length > 0 && latest.length > 0) lines.push(THEN);
  lines.push(...latest);
  const more = namesBeyond(names, lines.join('\n'), left());
  if (more !== '') lines.push(more);
  return clip(lines.join('\n') || heading, space);
}

/** How many messages, by whom, which tools were used how often, and which calls nobody answered. */
function headingOf(messages: readonly SummaryMessage[]): string {
  const roles = tally(messages.map((message) => clean(message.role)));
  const tools = tally(
    messages.flatMap(({ role, name }) => (role === 'tool' && name !== undefined ? [clean(name)] : [])),
  );
  const counts = roles.map(([role, count]) => `${count} ${role}`).join(', ');
  const used = tools.slice(0, MAX_TOOLS).map(([tool, count]) => (count === 1 ? tool : `${tool} ×${count}`));
  const open = messages.flatMap(({ unanswered = [] }) => unanswered.map(clean)).slice(-MAX_OPEN);
  const of = `${HEADING} of ${messages.length} message${messages.length === 1 ? '' : 's'}`;
  const named = used.length > 0 ? ` Tools: ${used.join(', ')}.` : '';
  const calls = open.length > 0 ? ` Never answered: ${open.join(', ')}.` : '';
  return `${of}${counts && ` (${counts})`}.${named}${calls}`;
}

/** One line of identifiers that `text` does not hold, those that occur most often first; or nothing. */
function namesBeyond(names: ReadonlyMap<string, number>, text: string, space: number): string {
  let line = '';
  for (const [name] of mostFrequent(names).slice(0, MAX_NAMES)) {
    if (/^[\d.:]+$/.test(name) || text.includes(name)) continue;
    const longer = line === '' ? MENTIONED + name : `${line}, ${name}`;
    if (length(longer) <= space) line = longer;
  }
  return line;
}

function tally(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return mostFrequent(counts);
}

/** Those of equal number in the order they came. */
function mostFrequent(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
