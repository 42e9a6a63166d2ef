/** The encodings the model registry may name. */
export type Encoding = 'o200k_base' | 'cl100k_base';

/** Counts the tokens of plain text. */
export interface TokenCounter {
  /**
   * Tokens of `text` alone: no message overhead, and special tokens such as `<|endoftext|>` count as the ordinary
   * text they are. The same text always gives the same number. Any string is accepted, lone surrogates and NUL too.
   */
  count(text: string, encoding: Encoding): Promise<number>;

  /** The same counts at once, for texts that are small together: the event loop does not turn in between. */
  counter(encoding: Encoding): Promise<(text: string) => number>;
}
