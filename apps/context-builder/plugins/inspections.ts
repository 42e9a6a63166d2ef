import type { Inspection, PluginProblem } from '@verbatim/history-plugins';

/** A file that took too long is loaded again after so long: the machine may have been busy. */
const SLOW_FOR_MS = 30_000;

interface Known {
  /** What the file was: its version, or what forbids it. */
  readonly state: string;
  readonly inspection: Promise<Inspection>;
  until: number;
}

/** What became of loading files, one file after another, and once for each state of a file. */
export class Inspections {
  private readonly known = new Map<string, Known>();
  private last: Promise<unknown> = Promise.resolve();

  /** `onProblem` is told once of each problem. */
  constructor(private readonly onProblem: (file: string, problem: PluginProblem) => void) {}

  of(file: string, state: string, look: () => Promise<Inspection>): Promise<Inspection> {
    const found = this.known.get(file);
    if (found?.state === state && Date.now() < found.until) return found.inspection;
    const known: Known = { state, inspection: this.next(look), until: Infinity };
    this.known.set(file, known);
    void this.tell(file, known, found?.state !== state);
    return known.inspection;
  }

  private async tell(file: string, known: Known, isNew: boolean): Promise<void> {
    try {
      const seen = await known.inspection;
      if (!('problem' in seen)) return;
      if (seen.problem.code === 'plugin-slow') known.until = Date.now() + SLOW_FOR_MS;
      if (isNew) this.onProblem(file, seen.problem);
    } catch {
      // Whoever asked is told; it is looked at again at the next time.
      this.known.delete(file);
    }
  }

  /** Forgets files that are gone. */
  keepOnly(files: readonly string[]): void {
    for (const file of this.known.keys()) if (!files.includes(file)) this.known.delete(file);
  }

  /** One that took too long gets a second chance at once. */
  private next(look: () => Promise<Inspection>): Promise<Inspection> {
    const looking = this.last.then(async () => {
      const seen = await look();
      return 'problem' in seen && seen.problem.code === 'plugin-slow' ? look() : seen;
    });
    this.last = looking.catch(() => undefined);
    return looking;
  }
}
