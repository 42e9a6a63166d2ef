import { constraintName, type Database, sqlState } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type {
  Claim,
  ClaimedPosition,
  ClaimRequest,
  DefaultPolicy,
  ProjectionBatch,
  ProjectionStore,
} from '../../projection/projection-store';
import { claim } from './claim';
import { lockPosition } from './lock-position';
import { parkedConversations } from './parked-conversations';
import { PostgresProjectionBatch } from './postgres-projection-batch';
import { readDefaultPolicies } from './read-default-policies';
import { readEncodings } from './read-encodings';

const OPENING_ATTEMPTS = 5;
const UNIQUE_VIOLATION = '23505';

export class PostgresProjectionStore implements ProjectionStore {
  constructor(private readonly database: Database) {}

  claim(request: ClaimRequest): Promise<ClaimedPosition> {
    return this.database.transaction((tx) => claim(tx, request));
  }

  /** `work` also runs again where another partition opened one of its new conversations first: it then finds it. */
  async inBatch<T>(claimed: Claim, work: (batch: ProjectionBatch) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.database.transaction(async (tx) => {
          await lockPosition(tx, claimed);
          return work(new PostgresProjectionBatch(tx, claimed));
        });
      } catch (error) {
        if (attempt === OPENING_ATTEMPTS || !wasOpenedMeanwhile(error)) throw error;
      }
    }
  }

  parked(topic: string, partition: number): Promise<ConversationKey[]> {
    return parkedConversations(this.database, topic, partition);
  }

  encodings(keys: readonly ConversationKey[]): Promise<Map<string, string>> {
    return readEncodings(this.database, keys);
  }

  defaultPolicies(tenants: readonly string[]): Promise<Map<string, DefaultPolicy>> {
    return readDefaultPolicies(this.database, tenants);
  }
}

/** A conversation that has no head yet cannot be locked, so the second one to open it learns of the first here. */
function wasOpenedMeanwhile(error: unknown): boolean {
  return (
    sqlState(error) === UNIQUE_VIOLATION &&
    /^(journal_\d+|conversation_heads)_/.test(constraintName(error) ?? '')
  );
}
