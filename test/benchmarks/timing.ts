import { performance } from 'node:perf_hooks';

/** Runs go on for this many milliseconds, at most so many times. */
const ENOUGH = 60;
const MOST = 30;

export interface Timed<T> {
  /** Of the fastest run: what else the machine does only ever adds to it. */
  readonly ms: number;
  readonly result: T;
}

export function timed<T>(run: () => T): Timed<T> {
  let fastest = Infinity;
  let spent = 0;
  for (let times = 1; ; times += 1) {
    const begin = performance.now();
    const result = run();
    const ms = performance.now() - begin;
    fastest = Math.min(fastest, ms);
    spent += ms;
    if (spent > ENOUGH || times === MOST) return { ms: fastest, result };
  }
}

/** Rows of cells under their headings, numbers to the right. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = [headings, ...rows.map((row) => row.map(textOf))];
  const widths = headings.map((_, at) => Math.max(...texts.map((row) => row[at]?.length ?? 0)));
  return texts
    .map((row, line) =>
      row
        .map((text, at) => {
          const isNumber = typeof rows[Math.max(line - 1, 0)]?.[at] === 'number';
          return isNumber ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
        })
        .join('  '),
    )
    .join('\n');
}

function textOf(cell: string | number): string {
  return typeof cell === 'number' ? cell.toFixed(cell < 10 ? 2 : 0) : cell;
}
