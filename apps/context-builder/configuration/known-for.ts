/** Answers that are asked for often and may be a little old: looked up once in so many milliseconds for each key. */
export class KnownFor<T> {
  private readonly known = new Map<string, { readonly answer: Promise<T>; readonly until: number }>();

  constructor(
    private readonly milliseconds: number,
    private readonly look: (key: string) => Promise<T>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Rejects as the look-up does; that is not remembered. */
  get(key: string): Promise<T> {
    const found = this.known.get(key);
    if (found !== undefined && this.now() < found.until) return found.answer;
    this.forgetOld();
    const answer = this.look(key);
    this.known.set(key, { answer, until: this.now() + this.milliseconds });
    answer.catch(() => this.forget(key));
    return answer;
  }

  forget(key: string): void {
    this.known.delete(key);
  }

  private forgetOld(): void {
    for (const [key, { until }] of this.known) {
      // In the order of their looks: the rest is younger.
      if (this.now() < until) return;
      this.known.delete(key);
    }
  }
}
