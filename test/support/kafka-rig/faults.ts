import type { Load } from './load';
import { waitUntil } from './wait-until';

interface Kind {
  readonly times: number;
  /** From each fault until it was survived, in seconds. */
  readonly survived: number[];
}

const PATIENCE_SECONDS = 600;

/**
 * Spreads faults over a load: each kind divides it into equal phases and strikes at random in each but the last. Producers
 * go on meanwhile, and wait where a fault is not survived by the end of the phase after its own.
 */
export class Faults {
  private readonly kinds = new Map<string, Kind>();

  constructor(private readonly load: Load) {}

  /** `fault` resolves when it is survived; `nth` counts from 0. The kinds begin together, before anything is awaited. */
  async inflict(name: string, times: number, fault: (nth: number) => Promise<void>): Promise<void> {
    const kind: Kind = { times, survived: [] };
    this.kinds.set(name, kind);
    for (let nth = 0; nth < times; nth += 1) {
      this.openPhases();
      const due = (nth + 0.3 + Math.random() / 2) / (times + 1);
      await waitUntil(
        `${name}: fault ${nth} is due`,
        () => Promise.resolve(this.load.progress >= due),
        PATIENCE_SECONDS,
      );
      const began = performance.now();
      await fault(nth);
      kind.survived.push((performance.now() - began) / 1000);
    }
    this.openPhases();
  }

  /** Per kind how often, and the median and the longest time to recover. */
  report(): string {
    return [...this.kinds]
      .map(([name, { survived }]) => {
        const sorted = survived.toSorted((a, b) => a - b);
        const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
        const longest = sorted.at(-1) ?? 0;
        return `${name} ${survived.length} (${median.toFixed(1)} s, at most ${longest.toFixed(1)})`;
      })
      .join(', ');
  }

  private openPhases(): void {
    const shares = [...this.kinds.values()].map(({ times, survived }) => (survived.length + 2) / (times + 1));
    this.load.openUpTo(Math.min(...shares));
  }
}
