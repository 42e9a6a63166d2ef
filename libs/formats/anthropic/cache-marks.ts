import { isObject, type JsonObject } from '../json-object';
import { JsonText, listOf, withoutProperties, withProperty } from '../json-text';

/** Breakpoints that a request may have. */
export const MAX_MARKS = 4;

/** A `cache_control`: on a block itself (`inner` null) or on one of the blocks in its content. */
export interface CacheMark {
  readonly inner: number | null;
  readonly isHour: boolean;
}

/** The marks of a block in the order that the provider counts them. */
export function marksOf(block: JsonObject): CacheMark[] {
  const content: readonly unknown[] = Array.isArray(block['content']) ? block['content'] : [];
  return [
    ...content.flatMap((entry, inner) => (isObject(entry) ? markOn(entry, inner) : [])),
    ...markOn(block, null),
  ];
}

function markOn({ cache_control: mark }: JsonObject, inner: number | null): CacheMark[] {
  return isObject(mark) ? [{ inner, isHour: mark['ttl'] === '1h' }] : [];
}

/** The block's raw JSON without these marks. */
export function withoutMarks(json: string, marks: readonly CacheMark[]): string {
  return marks.reduce((text, { inner }) => {
    const block = JsonText.parse(text);
    if (inner === null) return withoutProperties(block, ['cache_control']);
    const entries = (block.property('content')?.elements() ?? []).map((entry, at) =>
      at === inner ? withoutProperties(entry, ['cache_control']) : entry.slice(),
    );
    return withProperty(block, 'content', listOf(entries));
  }, json);
}

/**
 * Decides from the newest to the oldest which marks stay: four at most, and none of five minutes before one of an hour,
 * which the provider refuses. Pass the marks in that order.
 */
export function markKeeper(): (mark: CacheMark) => boolean {
  let count = 0;
  let hasHour = false;
  return ({ isHour }) => {
    if (count >= MAX_MARKS || (hasHour && !isHour)) return false;
    count += 1;
    hasHour ||= isHour;
    return true;
  };
}
