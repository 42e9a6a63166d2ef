import type { LogPosition } from '@verbatim/event-log';
import type { Database } from '@verbatim/postgres';
import type * as port from '../../dead-letters/dead-letter-store';
import { letterAt, letterById, lettersAfter } from './letters';
import { openLetters } from './open-letters';
import { settle } from './settle';

/** Needs SELECT, and INSERT on what was decided: `verbatim_context` may. */
export class PostgresDeadLetterStore implements port.DeadLetterStore {
  constructor(private readonly database: Database) {}

  letters(tenant: string, page: port.LetterPage): Promise<port.StoredDeadLetter[]> {
    return lettersAfter(this.database, tenant, page);
  }

  letter(tenant: string, id: string): Promise<port.StoredDeadLetter | null> {
    return letterById(this.database, tenant, id);
  }

  letterAt(log: LogPosition): Promise<port.StoredDeadLetter | null> {
    return letterAt(this.database, log);
  }

  settle(id: string, settlement: port.Settlement): Promise<boolean> {
    return settle(this.database, id, settlement);
  }

  open(): ReturnType<port.DeadLetterStore['open']> {
    return openLetters(this.database);
  }
}
