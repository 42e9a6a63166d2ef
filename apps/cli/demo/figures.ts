type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'cyan';
/** Puts a colour around a text, or gives it as it is. */
export type Paint = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, green: 32, yellow: 33, cyan: 36 };

export const coloured: Paint = (style, text) => `\u001B[${codes[style]}m${text}\u001B[0m`;
export const plain: Paint = (_style, text) => text;

/** Thousands with a comma, wherever the machine stands. */
export function figure(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 summary`, `2 summaries`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${figure(count)} ${count === 1 ? one : more}`;
}

/** At most `width` code points. */
export function cut(text: string, width: number): string {
  const characters = Array.from(text);
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text;
}
