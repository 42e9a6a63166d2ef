import type { Database } from '@verbatim/postgres';
import type * as port from '../../operations/ignored-reader';
import { ignoredEvents } from './ignored-events';
import { ignoredGroups } from './ignored-groups';

/** Reads as the role of its database's connections: `verbatim_context` may. */
export class PostgresIgnoredReader implements port.IgnoredReader {
  constructor(private readonly database: Database) {}

  groups(tenant: string, hours: number): Promise<port.IgnoredGroup[]> {
    return ignoredGroups(this.database, tenant, hours);
  }

  events(...asked: Parameters<port.IgnoredReader['events']>): ReturnType<port.IgnoredReader['events']> {
    return ignoredEvents(this.database, ...asked);
  }
}
