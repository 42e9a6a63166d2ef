import { randomUUID } from 'node:crypto';
import type { ConversationKey } from '@verbatim/conversation-store';
import { atMost } from '@verbatim/platform';
import type { Database } from '@verbatim/postgres';
import { z } from 'zod';
import type { Acknowledged } from './acknowledged-appends';

const CHANNEL = 'verbatim_acknowledged';
/** Postgres takes payloads of less than 8000 bytes. */
const LONGEST_PAYLOAD = 7_900;
/** Announcements that wait for the one in flight; those beyond are not made. */
const MOST_WAITING = 1000;
/** An append waits no longer than that for its announcement. */
const PATIENCE_MS = 250;

const payloadSchema = z.object({
  by: z.string(),
  appended: z.array(z.tuple([z.string(), z.string(), z.int(), z.int(), z.int()])),
});
type Line = z.output<typeof payloadSchema>['appended'][number];

/**
 * Tells the other context-builders of the database what this one acknowledged, by NOTIFY: as well as it can, one statement
 * at a time for all that came meanwhile. What is not heard (a connection is lost, the database is slow) is not repeated.
 */
export class Announcements {
  private readonly by = randomUUID();
  private waiting: Line[] = [];
  private inFlight: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  /** Hears what others announce. @returns ends that. Rejects where the database cannot be reached */
  listen(hear: (key: ConversationKey, appended: Acknowledged) => void): Promise<() => Promise<void>> {
    return this.database.listen(CHANNEL, (payload) => {
      for (const [tenant, conversation, partition, last, events] of this.linesOfOthers(payload))
        hear({ tenant, conversation }, { partition, last, events });
    });
  }

  /** Resolves once it is announced, or after a quarter of a second. Never rejects. */
  async announce(all: readonly (readonly [ConversationKey, Acknowledged])[]): Promise<void> {
    const lines = all.map(([{ tenant, conversation }, { partition, last, events }]): Line => {
      return [tenant, conversation, partition, last, events];
    });
    this.waiting.push(...lines.slice(0, MOST_WAITING - this.waiting.length));
    this.next ??= this.inFlight.then(() => {
      this.next = null;
      this.inFlight = this.send(this.waiting.splice(0));
      return this.inFlight;
    });
    await atMost(PATIENCE_MS, this.next);
  }

  private async send(lines: readonly Line[]): Promise<void> {
    const payloads = this.payloadsOf(lines);
    const sql = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';
    await this.database.query(sql, [CHANNEL, payloads]).catch(() => undefined);
  }

  private payloadsOf(lines: readonly Line[]): string[] {
    const whole = JSON.stringify({ by: this.by, appended: lines });
    if (Buffer.byteLength(whole) <= LONGEST_PAYLOAD) return [whole];
    if (lines.length === 1) return [];
    const half = Math.ceil(lines.length / 2);
    return [...this.payloadsOf(lines.slice(0, half)), ...this.payloadsOf(lines.slice(half))];
  }

  private linesOfOthers(payload: string): readonly Line[] {
    try {
      const { by, appended } = payloadSchema.parse(JSON.parse(payload));
      return by === this.by ? [] : appended;
    } catch {
      // Empty after a connection was lost, or somebody else's.
      return [];
    }
  }
}
