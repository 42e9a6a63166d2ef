import { shown } from './rendering';

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

/** The beginning of a text as one line. */
export function oneLine(text: string, width: number): string {
  return cut(shown(text.trimStart()), width);
}
