import type { Database } from '@verbatim/postgres';
import type * as port from '../../operations/operations-reader';
import { appliedMigrations, databaseFacts } from './database-facts';
import { databaseResources } from './database-resources';
import { deadLetterTallies } from './dead-letter-tallies';
import { failedWorkTally } from './failed-work-tally';
import { ignoredTally } from './ignored-tally';
import { journalProtection } from './journal-protection';
import { mixedTally } from './mixed-tally';
import { parkedTally } from './parked-tally';
import { refusedTally } from './refused-tally';
import { signatureTally } from './signature-tally';
import { storedPositions } from './stored-positions';
import { unreducedTally } from './unreduced-tally';

/** Reads as the role of its database's connections: `verbatim_context` may. */
export class PostgresOperationsReader implements port.OperationsReader {
  constructor(private readonly database: Database) {}

  positions(group: string, topic: string): Promise<port.StoredPosition[]> {
    return storedPositions(this.database, group, topic);
  }

  databaseFacts(): Promise<port.DatabaseFacts> {
    return databaseFacts(this.database);
  }

  resources(openSeconds: number): Promise<port.DatabaseResources> {
    return databaseResources(this.database, openSeconds);
  }

  appliedMigrations(): Promise<string[]> {
    return appliedMigrations(this.database);
  }

  journalProtection(roles: readonly string[]): Promise<port.JournalProtection> {
    return journalProtection(this.database, roles);
  }

  deadLetterTallies(tenant: string): ReturnType<port.OperationsReader['deadLetterTallies']> {
    return deadLetterTallies(this.database, tenant);
  }

  parked(tenant: string): Promise<port.Tally> {
    return parkedTally(this.database, tenant);
  }

  failedWork(tenant: string): Promise<port.Tally> {
    return failedWorkTally(this.database, tenant);
  }

  refused(tenant: string, hours: number): Promise<port.Tally> {
    return refusedTally(this.database, tenant, hours);
  }

  ignored(tenant: string, hours: number): Promise<port.IgnoredTally> {
    return ignoredTally(this.database, tenant, hours);
  }

  signatureRefusals(tenant: string, hours: number): Promise<port.Tally> {
    return signatureTally(this.database, tenant, hours);
  }

  mixed(tenant: string, hours: number): Promise<port.Tally> {
    return mixedTally(this.database, tenant, hours);
  }

  unreduced(tenant: string, hours: number, above: number): Promise<port.Tally> {
    return unreducedTally(this.database, tenant, hours, above);
  }
}
