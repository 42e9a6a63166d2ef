import { figure } from '../figures';

const MOST_POSITIONS = 4;

/** `#3, #5`; of many the first ones, and how many others there are. */
export function positions(places: readonly number[]): string {
  const listed = places.slice(0, places.length > MOST_POSITIONS ? MOST_POSITIONS - 1 : MOST_POSITIONS);
  const more = places.length - listed.length;
  return [...listed.map((place) => `#${place}`), ...(more > 0 ? [`${figure(more)} more`] : [])].join(', ');
}

export function range(from: number, to: number): string {
  return from === to ? `#${from}` : `#${from} to #${to}`;
}
