import { omissionId, placeholderText, type Head, type Item } from '@verbatim/conversation';
import type { Lease } from '@verbatim/conversation-store';
import type { TokenCounter } from '@verbatim/tokens';
import { decisionOf, type OwedWork, type Result, type WorkReader } from './owed-work';

/** Results that one event puts on record at most; the event then opens the work anew for the rest. */
const MOST_RESULTS = 500;
/** UTF-8 bytes of their JSON, well below what an event may have; one result is taken whatever it has. */
const MOST_BYTES = 256 * 1024;

/** Puts on record which tool results the fold shows as the placeholder. */
export class OmissionWork implements OwedWork {
  constructor(
    private readonly reader: WorkReader,
    private readonly counter: TokenCounter,
    private readonly mostResults = MOST_RESULTS,
  ) {}

  async prepare(lease: Lease): Promise<Result> {
    const stored = await this.reader.head(lease);
    if (!stored) return { kind: 'nothing-due', position: 0 };
    const { head } = stored;
    const from = head.omissionsRecorded + 1;
    const through = Math.min(head.omittedThrough, head.omissionsRecorded + this.mostResults);
    if (through < from) return { kind: 'nothing-due', position: head.position };
    const items = await this.reader.itemsOfResults(lease, from, through);
    const filtered = await Promise.all(items.map((item) => this.omitted(head, item)));
    const results = firstOf(filtered.flat().filter(({ result }) => from <= result && result <= through));
    const data = { results, ...decisionOf(head) };
    const id = omissionId(head, from + results.length - 1);
    return { kind: 'events', events: [{ type: 'ToolResultsFiltered', id, data }] };
  }

  private async omitted({ placeholder, policy }: Head, item: Item) {
    const replacement = placeholderText(placeholder, item.eventId);
    const tokensAfter = await this.counter.count(replacement, policy.document.encoding);
    return item.answers.map((callId, index) => ({
      message: item.eventId,
      callId,
      result: item.firstResult + index,
      mode: 'omitted' as const,
      replacement,
      // Several results of one message share what it takes.
      tokensBefore: Math.round(item.tokens / item.answers.length),
      tokensAfter,
    }));
  }
}

function firstOf<T>(results: readonly T[]): T[] {
  let bytes = 0;
  return results.filter((result, index) => {
    bytes += Buffer.byteLength(JSON.stringify(result));
    return index === 0 || bytes <= MOST_BYTES;
  });
}
