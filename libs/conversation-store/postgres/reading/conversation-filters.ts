import type { ConversationFilter } from '../../reading/conversation-reader';
import { searchable } from '../rows/description-row';
import { toColumn, toJsonColumn } from '../text-column';

interface Filters {
  readonly conditions: readonly string[];
  readonly parameters: readonly string[];
}

/** SQL over `conversation_descriptions` as `described`; the first parameter is `$<first>`. */
export function filtersOf({ user, title, metadata = {} }: ConversationFilter, first: number): Filters {
  const parameters: string[] = [];
  const next = (value: string): string => `$${first + parameters.push(value) - 1}`;
  const conditions: string[] = [];
  if (user !== undefined) conditions.push(`described.user_id = ${next(toColumn(user))}`);
  if (title !== undefined) {
    conditions.push(`strpos(described.title_search, ${next(toColumn(searchable(title)))}) > 0`);
  }
  for (const [key, text] of Object.entries(metadata)) {
    const holds = valuesOf(text).map(
      (value) => `described.metadata @> ${next(toJsonColumn({ [key]: value }))}::jsonb`,
    );
    conditions.push(`(${holds.join(' OR ')})`);
  }
  return { conditions, parameters };
}

/** The text, and the number or boolean that is written so. */
function valuesOf(text: string): (string | number | boolean)[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  const number = Number(text);
  const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(number);
  return isNumber ? [text, number] : [text];
}
