/** Connections are to be cut at certain requests. */
export interface CutRule {
  /**
   * Whether a chunk on its way to the server is such a request; `opening` is the first chunk of its connection, which in
   * Postgres's protocol names user, database and application.
   */
  matches(bytes: Buffer, opening: Buffer): boolean;
  /** `request`: the server never gets it. `answer`: the server has answered, and the client never hears of it. */
  readonly lose: 'request' | 'answer';
  /** How many connections at most. */
  readonly times: number;
}

/** A {@link CutRule} in force. */
export class Cuts {
  /** Connections cut so far. */
  made = 0;
  private begun = 0;

  constructor(private readonly rule: CutRule) {}

  /** What this request's connection loses, where the rule is for it; it counts as one of the rule's times then. */
  claim(bytes: Buffer, opening: Buffer): 'request' | 'answer' | null {
    if (this.begun >= this.rule.times || !this.rule.matches(bytes, opening)) return null;
    this.begun += 1;
    return this.rule.lose;
  }
}
