import type { Notice } from '@verbatim/conversation';

/** Contexts of one kind, and what was said of them. */
export class Tally {
  contexts = 0;
  readonly refused = new Map<string, number>();
  readonly losses = new Map<string, number>();
  readonly repairs = new Map<string, number>();
  readonly degraded = new Map<string, number>();

  add(rendered: {
    readonly losses: readonly Notice[];
    readonly repairs: readonly Notice[];
    readonly degraded: readonly Notice[];
  }): void {
    this.contexts += 1;
    for (const kind of ['losses', 'repairs', 'degraded'] as const) {
      for (const { code } of rendered[kind]) raise(this[kind], code);
    }
  }

  /** One line a kind, the codes by name. */
  lines(name: string): string[] {
    const kinds = (['refused', 'repairs', 'losses', 'degraded'] as const).filter(
      (kind) => this[kind].size > 0,
    );
    return [
      `${name}: ${this.contexts} contexts`,
      ...kinds.map((kind) => `    ${kind}: ${counted(this[kind])}`),
    ];
  }
}

export function raise(counts: Map<string, number>, code: string): void {
  counts.set(code, (counts.get(code) ?? 0) + 1);
}

export function counted(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([code, count]) => `${code} ${count}`).join(', ');
}
