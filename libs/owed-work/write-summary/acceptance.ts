import { setImmediate as nextTurn } from 'node:timers/promises';
import { RangeIdentifiers, type Loss } from '@verbatim/conversation';
import type { DraftFault } from '@verbatim/llm';
import type { TokenCounter } from '@verbatim/tokens';
import type { WriteRequest } from './contract';

export interface Fault {
  readonly code: DraftFault;
  readonly detail: string;
  /** Identifiers that it left out. */
  readonly missing: readonly string[];
}

/** What a text must hold to stand for the material of one request. */
export class Acceptance {
  private constructor(
    private readonly request: WriteRequest,
    private readonly counter: TokenCounter,
    private readonly identifiers: RangeIdentifiers,
  ) {}

  /** The event loop turns between two texts. */
  static async of(request: WriteRequest, counter: TokenCounter): Promise<Acceptance> {
    const identifiers = new RangeIdentifiers();
    for (const source of [...request.previousSummaries, ...request.messages]) {
      identifiers.add(source);
      await nextTurn();
    }
    return new Acceptance(request, counter, identifiers);
  }

  tokensOf(text: string): Promise<number> {
    return this.counter.count(text, this.request.encoding);
  }

  lossIn(text: string): Loss {
    return this.identifiers.lossIn(text);
  }

  /** Null where the text is accepted. */
  async faultOf(text: string): Promise<Fault | null> {
    const { tokensBefore, leastCarried } = this.request;
    const tokens = await this.tokensOf(text);
    if (tokens > tokensBefore) {
      return { code: 'longer', detail: `${tokens} tokens for ${tokensBefore}`, missing: [] };
    }
    const { found, carried, share, missing } = this.lossIn(text);
    if (share >= leastCarried) return null;
    const detail = `${carried} of ${found} identifiers carried, at least ${leastCarried} of them asked for`;
    return { code: 'loss', detail, missing };
  }
}
