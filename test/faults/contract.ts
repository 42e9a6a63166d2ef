import type { World } from './world/world';
import type { WorldOptions } from './world/world-options';

/** What a fault did to the installation; the counts go into the matrix. */
export interface Inflicted {
  /** Processes that were killed, services and servers alike. */
  readonly kills: number;
  /** Anything else that was done to it: cuts, pauses, bad records, refusals. */
  readonly strikes: number;
  /** One line of figures for the report, such as the places where a service was killed. */
  readonly detail?: string;
}

/** One way to hurt an installation while it works. */
export interface Fault {
  /** In kebab-case, such as `projector-killed`. */
  readonly name: string;
  /** One sentence. */
  readonly what: string;
  /** The logs on which it can be made. */
  readonly logs: readonly ('kafka' | 'embedded')[];
  /** What the world must be like for it. */
  readonly world?: Partial<WorldOptions>;
  /**
   * Hurts the world `strikes` times while its load goes on, spread over the load with `world.load.until(share)`. Returns
   * when nothing is hurt any more; what recovers by itself need not have recovered. Ends at `stop`.
   */
  inflict(world: World, strikes: number, stop: AbortSignal): Promise<Inflicted>;
  /** Why it cannot be made on this machine, in a sentence; null where it can. */
  unavailable?(): Promise<string | null> | string | null;
  /**
   * `recovery` (the default): the world is well again by itself. `halt`: a partition stops with an alarm that names what to do, and `mend`
   * does that.
   */
  readonly ends?: 'recovery' | 'halt';
  /** What an operator does where the alarm says so. */
  mend?(world: World): Promise<void>;
}

/** What one invariant found after a fault. */
export interface Finding {
  /** How many things were looked at: events, contexts, rows. An invariant that looked at nothing has shown nothing. */
  readonly checked: number;
  /** What does not hold, in sentences that name the conversation and the event. */
  readonly problems: readonly string[];
}

/** What must hold after every fault. */
export interface Invariant {
  /** 1 to 10, as in the README. */
  readonly number: number;
  /** A few words for the matrix's column. */
  readonly name: string;
  /** What must hold, a sentence. */
  readonly holds: string;
  /** Called when the world has settled (or halted); it reads, and changes nothing. */
  check(world: World): Promise<Finding>;
}

/** A way to break the product that the rig must notice. */
export interface Mutation {
  readonly name: string;
  /** What is broken, a sentence. */
  readonly what: string;
  /** The invariant that must go red, by its number. */
  readonly breaks: number;
  /** The fault under which it shows, by its name. */
  readonly under: string;
  /** Changes of sources: `find` is there exactly once, else the run fails. Paths from the project's root. */
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
}
