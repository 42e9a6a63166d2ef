const PRECISION = 1e6;

/** Rounded down, without what floating point adds or takes: 0.3 of 84,000 is 25,200. */
export function shareOf(whole: number, ratio: number): number {
  return Math.floor(exactShare(whole, ratio));
}

/** Rounded up: 0.65 of 20 is 13. */
export function shareOfAtLeast(whole: number, ratio: number): number {
  return Math.ceil(exactShare(whole, ratio));
}

function exactShare(whole: number, ratio: number): number {
  return (whole * Math.round(ratio * PRECISION)) / PRECISION;
}
