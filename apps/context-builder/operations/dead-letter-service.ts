import { VerbatimError, type Limits } from '@verbatim/conversation';
import {
  conversationKey,
  type ConversationReader,
  type DeadLetterStore,
  type ListedDeadLetter,
  type LetterPage,
  type PublishedRecord,
  type Settlement,
  type StoredDeadLetter,
} from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, type EventLog, type LogPosition } from '@verbatim/event-log';
import type { Metrics } from '@verbatim/platform';
import { encodeCursor } from '../appending/cursor';
import type { Acknowledgements } from '../freshness/acknowledgements';
import type { Became } from './became';
import { placeOf, redrivenRecord, type RedrivenRecord } from './redriven-record';

export interface DeadLetterServiceOptions {
  readonly letters: DeadLetterStore;
  readonly reader: ConversationReader;
  readonly log: Pick<EventLog, 'append'>;
  readonly acknowledgements: Pick<Acknowledgements, 'note'>;
  readonly metrics: Metrics;
  readonly limits: Limits;
  /** The projectors' consumer group. */
  readonly group: string;
}

export interface Redriving {
  readonly value: Buffer | null;
  readonly as: string | null;
  readonly reason: string | null;
  /** Who decides, for the record. */
  readonly by: string;
}

/** Shows dead letters, and settles each once: it goes into the log again, or is given up. */
export class DeadLetterService {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: DeadLetterServiceOptions) {
    options.metrics.gauge({
      name: 'dead_letters',
      help: 'Dead letters that nobody has decided about',
      labels: ['kind'],
      collect: async (gauge) => {
        const { unreadable, conflict } = await options.letters.open();
        gauge.set({ kind: 'unreadable' }, unreadable);
        gauge.set({ kind: 'conflict' }, conflict);
      },
    });
  }

  list(tenant: string, page: LetterPage): Promise<ListedDeadLetter[]> {
    return this.options.letters.letters(tenant, page);
  }

  /** @throws VerbatimError `dead-letter-not-found` */
  async show(tenant: string, id: string): Promise<{ letter: StoredDeadLetter; became: Became | null }> {
    const letter = await this.options.letters.letter(tenant, id);
    if (letter === null)
      throw new VerbatimError('dead-letter-not-found', `there is no dead letter ${id}`, { id });
    const published = letter.settled?.published ?? null;
    return { letter, became: published && (await this.becameOf(id, published)) };
  }

  /**
   * Publishes the record again, then records that. A crash in between, or an append that was done though its answer says
   * `log-unavailable`, leaves the letter open: redriven once more with the same words, the same event is in the log twice,
   * and the journal takes its id once; what cannot be read becomes two letters. Redriven under another id or with another
   * correction, both events count, and a letter that is discarded then has been redriven all the same.
   * @throws VerbatimError as `redrivenRecord`; `dead-letter-not-found`, `dead-letter-settled`, `dead-letter-busy`,
   *   `log-unavailable`
   */
  async redrive(
    tenant: string,
    id: string,
    { value, as, reason, by }: Redriving,
  ): Promise<{ letter: string; event: RedrivenRecord['event']; cursor: string }> {
    return this.decide(tenant, id, async (letter) => {
      const redriven = redrivenRecord(letter, { value, as, tenant, limits: this.options.limits });
      const log = await this.publish(redriven);
      const { event } = redriven;
      await this.settle(letter, { outcome: 'redriven', reason, by, published: { log, event } });
      return { letter: id, event, cursor: encodeCursor([log]) };
    });
  }

  /** @throws VerbatimError `dead-letter-not-found`, `dead-letter-settled`, `dead-letter-busy` */
  async discard(tenant: string, id: string, reason: string, by: string): Promise<StoredDeadLetter> {
    const settlement = { outcome: 'discarded', reason, by, published: null } as const;
    await this.decide(tenant, id, (letter) => this.settle(letter, settlement));
    return (await this.show(tenant, id)).letter;
  }

  /** Nobody else decides about the letter from when it is seen open until `decision` is over. */
  private async decide<T>(
    tenant: string,
    id: string,
    decision: (letter: StoredDeadLetter) => Promise<T>,
  ): Promise<T> {
    await this.open(tenant, id);
    const claimed = await this.inTurn(() =>
      this.options.letters.claimed(id, async () => ({
        decided: await decision(await this.open(tenant, id)),
      })),
    );
    if (claimed !== null) return claimed.decided;
    const detail = `another decision about dead letter ${id} is under way`;
    throw new VerbatimError('dead-letter-busy', detail, { id });
  }

  /** A claim holds a connection while its work needs others: many at once could wait for each other's. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private async open(tenant: string, id: string): Promise<StoredDeadLetter> {
    const { letter } = await this.show(tenant, id);
    if (letter.settled) throw settled(letter);
    return letter;
  }

  private async settle(letter: StoredDeadLetter, settlement: Settlement): Promise<void> {
    if (!(await this.options.letters.settle(letter.id, settlement))) throw settled(letter);
  }

  /** Into the partition that the conversation lives in. */
  private async publish({ record, event }: RedrivenRecord): Promise<LogPosition> {
    const partitions = event
      ? await this.options.reader.partitionsOf([event], CONVERSATION_EVENTS)
      : new Map<string, number>();
    const partition = event ? partitions.get(conversationKey(event)) : undefined;
    const routed = partition === undefined ? record : { ...record, partition };
    const [position] = await this.options.log.append(CONVERSATION_EVENTS, [routed]);
    if (position === undefined) throw new Error('an append of one record answered no position');
    if (event) await this.options.acknowledgements.note([{ key: event, position }]);
    return position;
  }

  private async becameOf(id: string, { log, event }: PublishedRecord): Promise<Became> {
    const { letters, reader, group } = this.options;
    if (!(await reader.hasPassed(group, log))) return { status: 'waiting', error: null, letter: null };
    const again = await letters.letterAt(log, id);
    if (again) return { status: 'dead-letter', error: again.error, letter: again.id };
    return event ? this.fateOf(event, log) : { status: 'journaled', error: null, letter: null };
  }

  /** What the projector ignored for its id or its signature is in the journal under its place in the log. */
  private async fateOf(event: NonNullable<PublishedRecord['event']>, log: LogPosition): Promise<Became> {
    const { reader } = this.options;
    const atPlace = await reader.fate(event, placeOf(log), log);
    const isIgnored = atPlace.kind === 'journaled' && atPlace.status === 'ignored';
    const fate = isIgnored ? atPlace : await reader.fate(event, event.eventId, log);
    if (fate.kind === 'journaled') return { status: fate.status, error: fate.error, letter: null };
    if (fate.kind === 'unknown') return { status: 'journaled', error: null, letter: null };
    const error = {
      code: 'event-conflict',
      detail: `event ${event.eventId} is in the journal with another body`,
    };
    return { status: 'dead-letter', error, letter: null };
  }
}

function settled({ id, settled: earlier }: StoredDeadLetter): VerbatimError {
  const how = earlier
    ? `was ${earlier.outcome} by ${earlier.by} at ${earlier.at.toISOString()}`
    : 'was settled meanwhile';
  return new VerbatimError('dead-letter-settled', `dead letter ${id} ${how}`, {
    id,
    outcome: earlier?.outcome ?? null,
  });
}
