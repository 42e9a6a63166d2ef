import type { LogRecord, PartitionRange } from '@verbatim/event-log';
import { isSameRecord, placeOf, type Journaled, type Letter } from './kept-records';

/** Where the projectors stand in a partition, and what they counted. */
export interface Position {
  readonly partition: number;
  readonly next: number;
  readonly applied: number;
  readonly duplicates: number;
}

type ByPlace<T> = ReadonlyMap<string, readonly T[]>;

/** What became of the records of one partition. */
export class RecordAccount {
  /** Records that are kept nowhere. */
  readonly absent: LogRecord[] = [];
  private records = 0;

  constructor(
    private readonly journal: ByPlace<Journaled>,
    private readonly letters: ByPlace<Letter>,
    /** The log was made again, or records of it were given up: a place does not name one record. */
    private readonly wasReplaced: boolean,
  ) {}

  /** Why the record has several fates, or one that lost its bytes; null where all is well. */
  enter(record: LogRecord): string | null {
    this.records += 1;
    const place = placeOf(record);
    const kept = [...(this.journal.get(place) ?? []), ...(this.letters.get(place) ?? [])];
    const same = kept.filter((each) => isSameRecord(each, record));
    if (same.length === 1) return null;
    if (same.length > 1) return `the record at ${place} is kept ${same.length} times`;
    if (kept.length > 0 && !this.wasReplaced) return `the record at ${place} is kept with other bytes`;
    this.absent.push(record);
    return null;
  }

  /** Where the counters do not add up to what there is, in sentences. */
  imbalance({ partition, low }: PartitionRange, position: Position | undefined): string[] {
    if (this.wasReplaced) return [];
    if (!position) return this.records === 0 ? [] : [`partition ${partition} was never claimed`];
    const { applied, duplicates } = position;
    const wrong = (what: string, counted: number, found: number): string[] =>
      counted === found ? [] : [`partition ${partition}: ${counted} ${what} are counted, ${found} there are`];
    return [
      ...wrong('journaled events', applied, within(this.journal, partition)),
      ...(low === 0 ? wrong('duplicates', duplicates, this.absent.length) : []),
      ...wrong('records', applied + duplicates + within(this.letters, partition), this.records + low),
    ];
  }
}

function within(kept: ByPlace<{ readonly partition: number }>, partition: number): number {
  return [...kept.values()].flat().filter((each) => each.partition === partition).length;
}
