import {
  isMessageEntry,
  joinedInto,
  textOfEntry,
  tokensOf,
  type MessageEntry,
  type Unit,
} from '../context/entry';
import { isPinned } from '../message';
import type { History, HistoryElement } from './contract';

/** What plugins see of a view's units. */
export function historyOf(units: readonly Unit[]): History {
  return units.map(elementOf);
}

function elementOf(unit: Unit): HistoryElement {
  const [first] = unit.entries;
  if (!first) throw new Error('a unit without entries');
  const texts = unit.entries.map((entry) => ({ role: entry.role, text: textOfEntry(entry) }));
  const kind = kindOf(unit);
  return {
    id: first.event,
    merged: joinedInto(first),
    kind,
    role: first.role,
    name: isMessageEntry(first) ? (first.source.message.name ?? null) : null,
    text: texts.map(({ text }) => text).join('\n'),
    tokens: tokensOf([unit]),
    required: unit.kept || unit.kind === 'pinned',
    plain: plainEntry(unit) !== null,
    messages: kind === 'tools' ? texts : [],
  };
}

function kindOf({ kind, entries }: Unit): HistoryElement['kind'] {
  if (kind === 'summary') return 'summary';
  return entries.some(({ role }) => role === 'tool') ? 'tools' : 'message';
}

/** The only entry of a unit that is a user's or assistant's text and nothing else; null for any other unit. */
export function plainEntry({ kind, entries }: Unit): MessageEntry | null {
  const [entry] = entries;
  if (kind !== 'turn' || entries.length !== 1 || !entry || !isMessageEntry(entry)) return null;
  const isWhole = entry.parts === null && !isPinned(entry.role) && entry.role !== 'tool';
  const { parts } = entry.source.message;
  return isWhole && parts.length > 0 && parts.every(({ type }) => type === 'text') ? entry : null;
}
