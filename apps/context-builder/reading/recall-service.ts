import { VerbatimError } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import { idNamed } from '../naming/named-event';
import { CoveredText } from './covered-text';
import { readableText } from './readable-text';
import type { Recalled, RecallRequest } from './recall-request';
import { messageOf } from './stored-data';
import { textPage } from './text-page';

/** Executes the tool `recall`: what a context shows shortened, omitted or summarised, read again in pages. */
export class RecallService {
  private readonly covered: CoveredText;

  constructor(private readonly reader: ConversationReader) {
    this.covered = new CoveredText(reader);
  }

  /**
   * @throws VerbatimError `event-not-found` where the conversation has no such message or summary, `id-ambiguous`;
   * `message-erased`, `event-ignored` or `projection-parked` for a message that cannot be read
   */
  async recall(key: ConversationKey, request: RecallRequest): Promise<Recalled> {
    const exact = await this.read(key, request);
    if (exact) return exact;
    const ref = await idNamed(this.reader, key, ['message', 'checkpoint'], request.ref);
    const named = ref === null ? null : await this.read(key, { ...request, ref });
    if (named) return named;
    const detail = `conversation ${key.conversation} has no message or summary ${request.ref}`;
    throw new VerbatimError('event-not-found', detail, { event: request.ref });
  }

  /** Null where there is no message or summary of this id. */
  private async read(key: ConversationKey, { ref, ...part }: RecallRequest): Promise<Recalled | null> {
    const stored = await this.reader.event(key, ref);
    if (stored?.type === 'MessageAppended') {
      return { ref, kind: 'message', ...textPage(readableText(messageOf(stored).message), part) };
    }
    const checkpoint = await this.reader.checkpoint(key, ref);
    // A refused one was never shown, and its range is only what its event claims.
    if (checkpoint !== null && checkpoint.status !== 'refused') {
      return { ref, kind: 'summary', ...(await this.covered.page(key, checkpoint.range, part)) };
    }
    return null;
  }
}
