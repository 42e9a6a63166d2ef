/**
 * Postgres stores neither NUL nor lone surrogates. They are kept as their JSON escapes (`\u0000`, `\ud83d`), and a
 * backslash that already stood before such letters as `\u005c`, so that every text comes back as it was, no two texts
 * become one, and ordinary text is stored as it is.
 */
const unstorable = /\0|\p{Surrogate}|\\(?=u(?:0000|005c|d[89a-f][0-9a-f]{2}))/gu;
const escaped = /\\u(0000|005c|d[89a-f][0-9a-f]{2})/g;

/** What a text column, and a text inside a json column, holds for `text`. */
export function toColumn(text: string): string {
  return text.replace(
    unstorable,
    (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'),
  );
}

/** The text that {@link toColumn} was given. */
export function fromColumn(column: string): string {
  return column.replace(escaped, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}

/** JSON text of `value` for a json or jsonb column. */
export function toJsonColumn(value: unknown): string {
  return JSON.stringify(mapTexts(value, toColumn));
}

/** The value that {@link toJsonColumn} was given, from the column as the driver parsed it. */
export function fromJsonColumn<T>(column: unknown): T {
  return mapTexts(column, fromColumn) as T;
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [map(key), mapTexts(each, map)]));
}
