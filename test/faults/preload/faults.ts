import { join } from 'node:path';

/** Where a process is to die: at the nth crossing of a label (default 1), or at one of the next so many, drawn by a seed. */
export type KillOrder =
  { readonly label: string; readonly nth?: number } | { readonly atRandom: number; readonly within: number };

/** What the preload does to the process that it is loaded into. */
export interface PreloadFaults {
  /** A folder where the labels of all crossings are added to `SERVICE.labels`, each second and at the end. */
  readonly record?: string;
  /** `token` is a file that is made by the kill, and holds the label of the place; where it is there already nothing is killed. */
  readonly kill?: KillOrder & { readonly token?: string };
  /**
   * A folder where `SERVICE.order` may get a {@link KillOrder} while the process runs. Carried out, the label of the place is
   * in `SERVICE.order.struck`; as long as that is there nothing is killed again.
   */
  readonly orders?: string;
  /** By so many milliseconds the clock is ahead, or behind where negative. */
  readonly clock?: number;
  /** Each crossing of the label takes so many milliseconds longer. */
  readonly pauseBefore?: { readonly label: string; readonly ms: number };
}

/** What a service's environment needs for it. */
export function preloadWith(faults: PreloadFaults): Record<string, string> {
  const preload = join(__dirname, 'index.js');
  return { NODE_OPTIONS: `--require ${JSON.stringify(preload)}`, RIG_FAULTS: JSON.stringify(faults) };
}
