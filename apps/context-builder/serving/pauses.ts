/** Most that a request waits for the projection. */
export const LONGEST_WAIT_MS = 10_000;

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** Milliseconds between two looks at the projection: short ones first, without an end. */
export function* pauses(): Generator<number, never> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) yield pause;
}
