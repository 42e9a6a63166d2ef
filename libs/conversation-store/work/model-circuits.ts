/** A model that a summarizer leaves alone. */
export interface ModelCircuit {
  readonly model: string;
  /** Milliseconds since 1970, by that summarizer's clock. */
  readonly until: number;
  readonly reason: string;
}

/** Which models summarizers leave alone, for others to see; nobody decides by it. */
export interface ModelCircuits {
  opened(circuit: ModelCircuit): Promise<void>;
  closed(model: string): Promise<void>;
}
