import { Bell } from '../../delivery/bell';
import type { PartitionSource } from '../../delivery/partition-runner';
import type { LogRecord, PartitionRange } from '../../event-log';

/** All that the log has in [from, to): offsets that no record has are holes. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly records: readonly LogRecord[];
}

/** What a feed asks of the consumer whose fetches fill it. */
export interface Fetching {
  range(): Promise<PartitionRange>;
  /** Fetches go on from `offset`. */
  seek(offset: number): void;
  pause(): void;
  resume(): void;
}

/** Spans fetched ahead: one in hand, one waiting. */
const DEPTH = 2;

/**
 * The fetched spans of one partition on their way to its reader, who may ask for any offset. A span that does not follow
 * on what was taken before is refused: kafkajs goes elsewhere by itself where an offset is out of range, so the log may
 * have lost what is wanted, or be another one by now. The reader is told, and must claim anew.
 * One fetch loop serves several partitions, so nothing here makes it wait: a feed that is full pauses its partition.
 */
export class PartitionFeed implements PartitionSource {
  readonly appended = new Bell();
  private spans: Span[] = [];
  /** Everything in [start, next) is in `spans`, or a hole. Undefined until the reader has said where it begins. */
  private wanted: { start: number; next: number } | undefined;
  private isPaused = true;
  private isClosed = false;
  private doubt: string | undefined;

  /** The partition is paused when its feed is made. */
  constructor(private readonly fetching: Fetching) {}

  /** Where the next fetch should begin; undefined until the reader has said where. */
  get next(): number | undefined {
    return this.wanted?.next;
  }

  range(): Promise<PartitionRange> {
    return this.fetching.range();
  }

  /** Throws where what was fetched is in doubt: a new claim says where to begin, if at all. */
  async read(offset: number, limit: number): Promise<{ records: readonly LogRecord[]; nextOffset: number }> {
    const { doubt } = this;
    this.doubt = undefined;
    if (doubt !== undefined) throw new Error(doubt);
    this.moveTo(offset);
    for (const { records, to } of this.spans) {
      const left = records.filter((record) => record.offset >= offset);
      const taken = left.slice(0, limit);
      const last = taken.at(-1);
      if (last) return { records: taken, nextOffset: taken.length < left.length ? last.offset + 1 : to };
    }
    return { records: [], nextOffset: this.wanted?.next ?? offset };
  }

  /** Takes a span where it continues what is wanted. False where it was not taken: it must be fetched again. */
  offer(span: Span): boolean {
    if (this.isClosed || this.wanted === undefined) {
      this.pause();
      return false;
    }
    if (!this.take(span)) {
      this.distrust(`${span.from} was fetched instead of ${this.wanted.next}`);
      return false;
    }
    if (this.spans.length >= DEPTH) this.pause();
    return true;
  }

  /** Forgets what was fetched and not read yet; the reader hears why. */
  distrust(reason: string): void {
    this.spans = [];
    this.wanted = undefined;
    this.doubt = reason;
    this.pause();
    this.appended.ring();
  }

  /** A span without records needs no room. True where it was taken. */
  take({ from, to, records }: Span): boolean {
    const { wanted } = this;
    if (wanted === undefined || from > wanted.next || to <= wanted.next) return false;
    const fresh = records.filter((record) => record.offset >= wanted.next);
    if (fresh.length > 0) this.spans.push({ from: wanted.next, to, records: fresh });
    wanted.next = to;
    this.appended.ring();
    return true;
  }

  /** Nothing is taken any more. */
  close(): void {
    this.isClosed = true;
  }

  private moveTo(offset: number): void {
    const { wanted } = this;
    if (wanted === undefined || offset < wanted.start || offset > wanted.next) {
      this.wanted = { start: offset, next: offset };
      this.spans = [];
      this.fetching.seek(offset);
    } else {
      wanted.start = offset;
      this.spans = this.spans.filter((span) => span.to > offset);
    }
    this.resume();
  }

  private pause(): void {
    this.isPaused = true;
    this.fetching.pause();
  }

  private resume(): void {
    if (!this.isPaused || this.isClosed || this.spans.length >= DEPTH) return;
    this.isPaused = false;
    this.fetching.resume();
  }
}
