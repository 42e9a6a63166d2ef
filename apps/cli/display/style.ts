/** How results are written for a person. `--json` and bytes never pass through it. */
export interface Style {
  /** Columns of the terminal; null where `out` is none, so that no line is cut in a pipe or a file. */
  readonly width: number | null;
  /** Whether escape sequences for colour and bold may be written (`NO_COLOR`, `FORCE_COLOR`, no terminal). */
  readonly colour: boolean;
  /** Exact times in UTC instead of `3 min ago`. */
  readonly utc: boolean;
}

/** For a pipe: nothing cut, nothing coloured. */
export const plainStyle: Style = { width: null, colour: false, utc: false };
