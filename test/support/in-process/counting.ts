import { TiktokenCounter, type Encoding, type TokenCounter } from '@verbatim/tokens';

/** Counts as the services do, each text once: the same ones come again in every context. */
export class RememberingCounter implements TokenCounter {
  private readonly inner = new TiktokenCounter();
  private readonly known: Record<Encoding, Map<string, number>> = {
    o200k_base: new Map(),
    cl100k_base: new Map(),
  };

  async count(text: string, encoding: Encoding): Promise<number> {
    return (await this.counter(encoding))(text);
  }

  async counter(encoding: Encoding): Promise<(text: string) => number> {
    const count = await this.inner.counter(encoding);
    const known = this.known[encoding];
    return (text) => {
      const tokens = known.get(text) ?? count(text);
      known.set(text, tokens);
      return tokens;
    };
  }
}
