/** JSON members, where the value has any. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * Text that is safe to show: control characters, which could steer a terminal, and lone surrogates come as `\u…`;
 * line feeds and tabs stay.
 */
export function escaped(text: string): string {
  return text.replaceAll(
    /(?![\n\t])[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** One value in one line: text as it is, a list or object as JSON, nothing for null. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return escaped(text.replaceAll(/[\n\t]+/g, ' '));
}

/** A member of a member: `valueAt(entry, 'maxContext.tokens')`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => members(inner)[name], value);
}

const widest = 60;

/** Columns by the members' names, in capitals; a value too wide is cut. Says so where there is no row. */
export function table(rows: readonly unknown[], columns: readonly string[]): string {
  if (rows.length === 0) return 'none\n';
  const cells = rows.map((row) => columns.map((column) => cut(shown(valueAt(row, column)))));
  const lines = [columns.map((column) => column.toUpperCase()), ...cells];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** One line for each member; those named are left out. */
export function details(value: unknown, without: readonly string[] = []): string {
  const lines = Object.entries(members(value)).filter(([name]) => !without.includes(name));
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return lines.map(([name, inner]) => `${name.padEnd(width)}  ${shown(inner)}`.trimEnd() + '\n').join('');
}

function cut(text: string): string {
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text;
}
