import { z } from 'zod';
import { codePoints, isPinned } from '../message';
import type { PluginEffects } from './effects';
import type { History, HistoryElement } from './contract';

/** What stands between the texts of joined messages. */
export const JOINT = '\n\n';

const returnedSchema = z.object({
  id: z.string(),
  merged: z.array(z.string()),
  kind: z.string(),
  role: z.string(),
  text: z.string(),
  messages: z.array(z.object({ role: z.string(), text: z.string() })),
});
type Returned = z.output<typeof returnedSchema>;

export type Judgement =
  { readonly effects: PluginEffects; readonly problem?: never } | { readonly problem: string };

/**
 * What a plugin's answer means for the history that it was given, or why it is none: not a list, elements that it was
 * not given, another order, a tool turn split, a text longer than it was, a required element missing, nothing left.
 */
export function judge(history: History, returned: unknown): Judgement {
  if (!Array.isArray(returned)) return { problem: `it returned ${described(returned)}, not a list` };
  if (returned.length > history.length) {
    return { problem: `it returned ${returned.length} elements and was given ${history.length}` };
  }
  const places = new Map(history.map(({ id }, place) => [id, place]));
  const kept = new Set<string>();
  const cut: { id: string; text: string }[] = [];
  const merged: { id: string; with: string[]; text: string }[] = [];
  let next = 0;
  for (const [index, value] of returned.entries()) {
    const parsed = returnedSchema.safeParse(value);
    if (!parsed.success)
      return { problem: `element ${index} is ${described(value)}, no element of a history` };
    const sources = sourcesOf(parsed.data, history, places);
    if (typeof sources === 'string') return { problem: `element ${index} ${sources}` };
    const [first] = sources;
    if (!first) return { problem: `element ${index} is not one that it was given` };
    for (const source of sources) {
      const place = places.get(source.id) ?? -1;
      if (place < next) return { problem: `${source.id} stands twice or out of its order` };
      next = place + 1;
      kept.add(source.id);
    }
    const fault = faultOf(parsed.data, sources);
    if (fault !== null) return { problem: `${first.id} ${fault}` };
    const { text } = parsed.data;
    if (sources.length > 1) {
      merged.push({ id: first.id, with: sources.slice(1).map(({ id }) => id), text });
    } else if (text !== first.text) {
      cut.push({ id: first.id, text });
    }
  }
  const left = history.filter(({ id }) => !kept.has(id));
  const missing = left.find(({ required }) => required);
  if (missing) return { problem: `it left out ${missing.id}, which must be shown` };
  if (isEmptied(history, kept)) return { problem: 'it left no message' };
  return { effects: { dropped: left.map(({ id }) => id), cut, merged } };
}

/** The elements that an answered one stands for, or what is wrong with its ids. */
function sourcesOf(
  { id, merged }: Returned,
  history: History,
  places: ReadonlyMap<string, number>,
): HistoryElement[] | string {
  const sources: HistoryElement[] = [];
  const ids = [id, ...merged];
  for (let at = 0; at < ids.length;) {
    const source = history[places.get(ids[at] ?? '') ?? -1];
    if (!source) return `names ${JSON.stringify(ids[at]?.slice(0, 100))}, which it was not given`;
    const own = [source.id, ...source.merged];
    if (own.some((each, offset) => ids[at + offset] !== each)) return `splits ${source.id}`;
    sources.push(source);
    at += own.length;
  }
  return sources;
}

function faultOf(returned: Returned, sources: readonly HistoryElement[]): string | null {
  const [first] = sources;
  const isSame = sources.every(({ role, kind }) => role === returned.role && kind === returned.kind);
  if (!first || !isSame) return 'has another role or kind than it was given';
  if (sources.length === 1 && !isSameTurn(first, returned)) return 'is a tool turn and was split or changed';
  if (sources.length === 1 && returned.text === first.text) return null;
  if (!sources.every(({ plain }) => plain))
    return 'is no plain message: its text cannot be changed or joined';
  if (returned.text.trim() === '') return 'has no text left';
  const longest = sources.reduce(
    (sum, { text }) => sum + codePoints(text),
    (sources.length - 1) * JOINT.length,
  );
  if (codePoints(returned.text) > longest) return 'has a longer text than it was given';
  return null;
}

function isSameTurn({ messages }: HistoryElement, returned: Returned): boolean {
  return (
    messages.length === returned.messages.length &&
    messages.every(({ role, text }, at) => {
      const other = returned.messages[at];
      return other?.role === role && other.text === text;
    })
  );
}

function isEmptied(history: History, kept: ReadonlySet<string>): boolean {
  const messages = history.filter(({ kind, role }) => kind !== 'summary' && !isPinned(role));
  return messages.length > 0 && !messages.some(({ id }) => kept.has(id));
}

function described(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
