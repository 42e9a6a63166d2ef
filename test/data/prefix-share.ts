interface Shown {
  readonly sha256: string;
  readonly tokens: number;
}

/** Of all prompt tokens, those of leading segments that the call before in the same conversation began with too. */
export class PrefixShare {
  private readonly previous = new Map<string, readonly Shown[]>();
  private same = 0;
  private all = 0;

  add(conversation: string, segments: readonly Shown[]): void {
    const before = this.previous.get(conversation);
    this.previous.set(conversation, segments);
    if (!before) return;
    const different = segments.findIndex(({ sha256 }, at) => sha256 !== before[at]?.sha256);
    const shared = different === -1 ? segments : segments.slice(0, different);
    this.same += tokensOf(shared);
    this.all += tokensOf(segments);
  }

  /** 0 to 1; 0 where no call followed another. */
  share(): number {
    return this.all === 0 ? 0 : this.same / this.all;
  }
}

function tokensOf(segments: readonly Shown[]): number {
  return segments.reduce((sum, { tokens }) => sum + tokens, 0);
}
