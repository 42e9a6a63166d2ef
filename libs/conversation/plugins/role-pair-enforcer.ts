import { isPinned } from '../message';
import type { History, HistoryElement, HistoryPlugin } from './contract';
import { JOINT } from './judge';
import type { RolePairOptions } from './options';

/**
 * A history that begins with the user and in which users and assistants take turns (SPEC 6). Of messages of one role in
 * a row, `merge` joins those that are plain; without it the first stays, or, where one of them must be shown, that.
 * Tool turns end a row and are never joined; pinned messages and summaries stay as they are.
 */
export function rolePairEnforcer({ merge }: RolePairOptions): HistoryPlugin {
  return {
    name: 'role-pair-enforcer',
    process: (history) => rowsOf(fromUser(history)).flatMap(merge ? joined : single),
  };
}

/** Without what comes before the user's first word; all of it where nothing would be left. */
function fromUser(history: History): History {
  let hasBegun = false;
  const begun = history.filter((element) => {
    hasBegun ||= element.role === 'user' || (isTurn(element) && element.required);
    return hasBegun || !isTurn(element);
  });
  return begun.some(isTurn) ? begun : history;
}

function isTurn(element: HistoryElement): boolean {
  return element.kind !== 'summary' && !isPinned(element.role);
}

/** Messages of one role that follow each other stand in one row, everything else in a row of its own. */
function rowsOf(history: History): HistoryElement[][] {
  const rows: HistoryElement[][] = [];
  for (const element of history) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && isPaired(first) && isPaired(element) && first.role === element.role)
      row.push(element);
    else rows.push([element]);
  }
  return rows;
}

function isPaired(element: HistoryElement): boolean {
  return element.kind === 'message' && !isPinned(element.role);
}

function single(row: readonly HistoryElement[]): readonly HistoryElement[] {
  const required = row.filter((element) => element.required);
  return required.length > 0 ? required : row.slice(0, 1);
}

function joined(row: readonly HistoryElement[]): readonly HistoryElement[] {
  const result: HistoryElement[] = [];
  for (const element of row) {
    const last = result.at(-1);
    if (last?.plain && element.plain && last.name === element.name) {
      const merged = [...last.merged, element.id, ...element.merged];
      result[result.length - 1] = { ...last, merged, text: `${last.text}${JOINT}${element.text}` };
    } else {
      result.push(element);
    }
  }
  return result;
}
