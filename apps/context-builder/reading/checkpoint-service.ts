import { VerbatimError, type ConversationCheckpoint, type Limits } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import { checkEvent } from '../appending/check-event';
import type { EventIds } from '../appending/event-ids';
import type { EventPublisher, Published } from '../appending/event-publisher';
import { writeApiEvent } from '../appending/write-api-event';
import { namedCheckpoint } from '../naming/named-event';
import { checkpointNotFound, conversationNotFound } from './history-service';

export interface CheckpointServiceOptions {
  readonly reader: ConversationReader;
  readonly publisher: EventPublisher;
  readonly limits: Limits;
}

/** A conversation's checkpoints, and the operator's way to take one back. */
export class CheckpointService {
  constructor(private readonly options: CheckpointServiceOptions) {}

  /** All of them, in the order in which they took effect. @throws VerbatimError `conversation-not-found` */
  async list(key: ConversationKey) {
    if (!(await this.options.reader.head(key))) throw conversationNotFound(key);
    return (await this.options.reader.checkpoints(key)).map(viewOf);
  }

  /**
   * Asks for the range to be shown again. Throws VerbatimError `checkpoint-not-found`, `id-ambiguous`, and `event-refused`
   * for one that is not active now.
   */
  async revoke(
    key: ConversationKey,
    name: string,
    reason: string | undefined,
    idOf: EventIds,
  ): Promise<Published> {
    const { reader, publisher, limits } = this.options;
    const checkpoint = await namedCheckpoint(reader, key, name);
    if (!checkpoint) throw checkpointNotFound(name);
    const { id, status } = checkpoint;
    if (status !== 'active') {
      const detail = `checkpoint ${id} is ${status}: only an active one can be revoked`;
      throw new VerbatimError('event-refused', detail, { checkpoint: id, state: status });
    }
    const dataText = JSON.stringify({ checkpoint: id, reason });
    const text = writeApiEvent(key, { id: idOf(0), type: 'CheckpointRevoked', dataText, time: new Date() });
    return publisher.publish([checkEvent(text, { limits, by: 'operator', name: 'request' })]);
  }
}

function viewOf({ range, ...checkpoint }: ConversationCheckpoint) {
  return {
    id: checkpoint.id,
    from: range.from,
    to: range.to,
    messages: range.messages,
    status: checkpoint.status,
    summary: checkpoint.summary,
    strategy: checkpoint.strategy,
    mode: checkpoint.mode,
    supersedes: checkpoint.supersedes,
    basis: checkpoint.basis,
    tokensBefore: checkpoint.tokensBefore,
    tokensAfter: checkpoint.tokensAfter,
    createdAt: checkpoint.createdAt,
    summarizer: checkpoint.summarizer,
    refusal: checkpoint.refusal,
  };
}
