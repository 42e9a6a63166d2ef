/** Where a consumer group stands in one partition. */
export interface StoredPosition {
  readonly partition: number;
  readonly owner: string;
  readonly logIdentity: string;
  readonly nextOffset: number;
  /** Events journaled, and duplicates left out, since the first claim. */
  readonly applied: number;
  readonly duplicates: number;
  /** The last batch, or the first claim where there was none; by the database's clock. */
  readonly movedAt: Date;
  readonly idleSeconds: number;
}

export interface DatabaseFacts {
  /** As Postgres writes it, such as `15.4`, and as a number: 150004. */
  readonly version: string;
  readonly versionNumber: number;
  readonly now: Date;
}

/** What Postgres has to give, and who keeps others waiting. */
export interface DatabaseResources {
  /** Of all databases of the server. */
  readonly connections: number;
  readonly mostConnections: number;
  /** Of this database. */
  readonly bytes: number;
  /** Transactions that have been open for long, the oldest first; those of other logins only where the schema's owner may see them. */
  readonly open: readonly {
    readonly pid: number;
    readonly login: string;
    readonly application: string;
    readonly state: string;
    readonly seconds: number;
    /** Tables in which it may have locked rows. */
    readonly locked: readonly string[];
  }[];
  /** Models that a summarizer leaves alone now. */
  readonly circuits: readonly { readonly model: string; readonly until: Date; readonly reason: string }[];
}

/** What guards the journal against its own services. */
export interface JournalProtection {
  /** `may`: what the role could do to it, such as `UPDATE ON journal_3`; empty also for a role that is missing. */
  readonly roles: readonly {
    readonly name: string;
    readonly exists: boolean;
    readonly may: readonly string[];
  }[];
  /** Tables of the journal, and the statements that no trigger refuses them in every session. */
  readonly unguarded: readonly { readonly table: string; readonly statement: string }[];
}

/** How many there are over all tenants, and the newest one of the tenant that asks: names of others are not told. */
export interface Tally {
  readonly total: number;
  readonly newest: {
    readonly conversation: string | null;
    readonly reason: string;
    readonly at: Date;
  } | null;
}

/** Ignored events that a tally counts at most: its cost stays the same however many a producer sends. */
export const IGNORED_COUNTED = 10_000;

/** Of the newest `IGNORED_COUNTED` events alone. */
export interface IgnoredTally extends Tally {
  /** The most frequent first. */
  readonly codes: readonly { readonly code: string; readonly count: number }[];
}

/** What operators ask of the whole installation. Each is one statement whose cost does not grow with the journal. */
export interface OperationsReader {
  /** By partition. */
  positions(group: string, topic: string): Promise<StoredPosition[]>;
  databaseFacts(): Promise<DatabaseFacts>;
  /** With the transactions that have been open for longer than that. */
  resources(openSeconds: number): Promise<DatabaseResources>;
  /** Names of the migrations that the database has had. */
  appliedMigrations(): Promise<string[]>;
  journalProtection(roles: readonly string[]): Promise<JournalProtection>;
  deadLetterTallies(tenant: string): Promise<{ readonly unreadable: Tally; readonly conflict: Tally }>;
  /** Conversations whose projection stopped at an event of a newer version. */
  parked(tenant: string): Promise<Tally>;
  /** Due work that failed so often, or so hopelessly, that it is shown. */
  failedWork(tenant: string): Promise<Tally>;
  /** Events refused in the last hours. */
  refused(tenant: string, hours: number): Promise<Tally>;
  /** Events ignored in the last hours for what their producer wrote: not those that were ignored for their signature. */
  ignored(tenant: string, hours: number): Promise<IgnoredTally>;
  /** Events of our own types that were ignored for their signature in the last hours. */
  signatureRefusals(tenant: string, hours: number): Promise<Tally>;
  /** Conversations that came through more than one partition in the last hours. */
  mixed(tenant: string, hours: number): Promise<Tally>;
  /** Conversations of the last hours without a history policy, with more live messages than that. */
  unreduced(tenant: string, hours: number, above: number): Promise<Tally>;
}
