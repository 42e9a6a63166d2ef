import type { LogPosition } from '@verbatim/event-log';
import type { Database } from '@verbatim/postgres';
import type * as port from '../../dead-letters/dead-letter-store';
import { letterAt, letterById, lettersAfter } from './letters';
import { claimed } from './claimed';
import { openLetters } from './open-letters';
import { settle } from './settle';

/** Needs SELECT, and INSERT on what was decided: `verbatim_context` may. */
export class PostgresDeadLetterStore implements port.DeadLetterStore {
  constructor(private readonly database: Database) {}

  letters(tenant: string, page: port.LetterPage): Promise<port.ListedDeadLetter[]> {
    return lettersAfter(this.database, tenant, page);
  }

  letter(tenant: string, id: string): Promise<port.StoredDeadLetter | null> {
    return letterById(this.database, tenant, id);
  }

  letterAt(log: LogPosition, redriven: string): Promise<port.StoredDeadLetter | null> {
    return letterAt(this.database, log, redriven);
  }

  settle(id: string, settlement: port.Settlement): Promise<boolean> {
    return settle(this.database, id, settlement);
  }

  claimed<T>(id: string, work: () => Promise<T>): Promise<T | null> {
    return claimed(this.database, id, work);
  }

  open(): ReturnType<port.DeadLetterStore['open']> {
    return openLetters(this.database);
  }
}
