import { VerbatimError, type Limits, type ResolvedModel } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import type { TokenCounter } from '@verbatim/tokens';
import { checkEvent } from '../appending/check-event';
import { messageDataText } from '../appending/message-data-text';
import { writeApiEvent } from '../appending/write-api-event';
import type { ContextRequest } from './context-request';
import { foldedSource, positionThen } from './folded-source';
import { liveSource } from './live-source';
import type { RawPending, RawSource } from './raw-source';
import { readPending, type MessageTokens } from './read-message';

export interface ContextSourcesOptions {
  readonly reader: ConversationReader;
  readonly counter: TokenCounter;
  readonly limits: Limits;
  /** Messages that no context shows more of. */
  readonly ceiling: number;
}

/** Finds what a request's context is made of: the projection as it is now, or the journal folded up to `at`. */
export class ContextSources {
  constructor(private readonly options: ContextSourcesOptions) {}

  /** @throws VerbatimError `conversation-not-found`, `request-invalid` */
  async source(key: ConversationKey, request: ContextRequest, model: ResolvedModel): Promise<RawSource> {
    const { reader, counter, ceiling } = this.options;
    const { encoding, provider, id } = model.entry;
    const tokens = { counter, encoding, provider, model: id, target: request.target };
    if (request.at !== undefined) {
      const at = await this.positionAt(key, request.at);
      const position = await positionThen(reader, key, at);
      const pending = await this.pending(key, request, tokens, position);
      return foldedSource(reader, key, position, pending, tokens, at);
    }
    const snapshot = existing(key, await reader.contextSnapshot(key, ceiling));
    const pending = await this.pending(key, request, tokens, snapshot.stored.head.position);
    return liveSource(snapshot, pending, tokens);
  }

  /** Messages handed over with the request, without those that the conversation has at that position already. */
  private async pending(
    key: ConversationKey,
    request: ContextRequest,
    tokens: MessageTokens,
    position: number,
  ): Promise<RawPending[]> {
    const pending: RawPending[] = [];
    for (const [index, { id, text }] of request.pendingTexts.entries()) {
      const fate = await this.options.reader.fate(key, id);
      if (fate.kind === 'journaled' && fate.status === 'applied' && fate.position <= position) continue;
      const dataText = messageDataText(text, request.format ?? request.target);
      this.refuseUnfit(key, { id, dataText }, index);
      pending.push(await readPending(id, dataText, tokens));
    }
    return pending;
  }

  /** What could not be appended later is no pending message. @throws VerbatimError as an append of it would */
  private refuseUnfit(
    key: ConversationKey,
    { id, dataText }: { id: string; dataText: string },
    index: number,
  ): void {
    const event = writeApiEvent(key, { id, type: 'MessageAppended', dataText, time: new Date(0) });
    checkEvent(event, { limits: this.options.limits, by: 'producer', name: `pending[${index}]`, index });
  }

  private async positionAt(key: ConversationKey, at: number | string): Promise<number> {
    const stored = existing(key, await this.options.reader.head(key));
    if (typeof at === 'number') {
      if (at <= stored.head.position) return at;
      throw new VerbatimError(
        'request-invalid',
        `at: ${at} is beyond the newest position ${stored.head.position}`,
      );
    }
    const position = await this.options.reader.positionAt(key, new Date(at));
    if (position !== null) return Math.min(position, stored.head.position);
    throw new VerbatimError('request-invalid', `at: ${at} is before the first event of ${key.conversation}`);
  }
}

function existing<T>(key: ConversationKey, found: T | null): T {
  if (found !== null) return found;
  const message =
    `there is no conversation ${key.conversation}: append a message first (POST …/messages); ` +
    'what was published past this service a moment ago is waited for with its id as `after`';
  throw new VerbatimError('conversation-not-found', message, { conversation: key.conversation });
}
