/** How results are written for a person. `--json` and bytes never pass through it. */
export interface Style {
  /** Columns of the terminal; null where `out` is none, so that no line is cut in a pipe or a file. */
  readonly width: number | null;
  /** Whether escape sequences for colour and bold may be written. */
  readonly colour: boolean;
  /** Exact times in UTC instead of `3 min ago`. */
  readonly utc: boolean;
}

/** What `Display` can do to a text. */
export type Paint = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

/** For a pipe: nothing cut, nothing coloured. */
export const plainStyle: Style = { width: null, colour: false, utc: false };

/**
 * Whether colour is wanted: `NO_COLOR` refuses it, `FORCE_COLOR` and `CLICOLOR_FORCE` ask for it, `CLICOLOR=0`
 * refuses it for terminals; without any of them a terminal gets it unless it is a dumb one.
 */
export function colourWanted(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  const { FORCE_COLOR: forced, CLICOLOR_FORCE: cliForced } = env;
  if (forced !== undefined) return !['0', 'false'].includes(forced);
  if (cliForced !== undefined && cliForced !== '0') return true;
  return isTerminal && env['CLICOLOR'] !== '0' && env['TERM'] !== 'dumb';
}
