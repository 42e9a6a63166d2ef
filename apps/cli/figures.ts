import { numberText as figure } from './display/figures';
import { shown } from './rendering';

export { figure };

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
